using System.CommandLine.Parsing;
using System.Globalization;

namespace SfPerf.Client.Commands;

/// <summary>Reads an option in percent, with or without the sign: 5 or 5%.</summary>
internal static class Percent
{
    public const string HelpName = "PERCENT";

    /// <summary>Reads the value of an option; what is no number is an error of it.</summary>
    public static double Parse(ArgumentResult argument)
    {
        var text = argument.Tokens[0].Value;
        if (double.TryParse(text.EndsWith('%') ? text[..^1] : text, NumberStyles.Float, CultureInfo.InvariantCulture,
            out var value))
        {
            return value;
        }
        argument.AddError($"{text}: not a number.");
        return 0;
    }
}
