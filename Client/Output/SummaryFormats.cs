using System.CommandLine;

namespace SfPerf.Client.Output;

/// <summary>The values of <c>--format</c> of the verbs that sum up many runs.</summary>
internal static class SummaryFormats
{
    public const string Text = "text";
    public const string Json = "json";

    public static Option<string> Option()
    {
        var option = new Option<string>("--format")
        {
            Description = "text, or json for programs: outcome, reason, every figure with its interval.",
            HelpName = "FORMAT", DefaultValueFactory = _ => Text,
        };
        option.AcceptOnlyFromAmong(Text, Json);
        return option;
    }
}
