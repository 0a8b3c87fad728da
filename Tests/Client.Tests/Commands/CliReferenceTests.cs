using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using System.Threading.Tasks;
using Xunit;

namespace SfPerf.Client.Tests.Commands;

/// <summary>docs/reference/cli.md leaves out no verb and no option.</summary>
public sealed partial class CliReferenceTests
{
    private static readonly string Reference = File.ReadAllText(Product.File("docs/reference/cli.md"));

    [Fact]
    public async Task The_reference_names_every_verb_and_every_option()
    {
        var missing = new List<string>();
        var verbs = await AddMissingAsync([], missing);
        Assert.True(verbs > 15, $"Only {verbs} verbs were found in the help.");
        Assert.Empty(missing);
    }

    // The options of a scenario stand for its parameters, which are in docs/reference/scenarios.md.
    private static async Task<int> AddMissingAsync(string[] path, List<string> missing)
    {
        var help = (await Invocation.RunAsync([.. path, "--help"])).Out;
        if (path is not ["scenario", ..])
        {
            missing.AddRange(OptionLine().Matches(Section(help, "Options:"))
                .Where(m => !IsNamed(m.Groups["long"].Value) && !IsNamed(m.Groups["short"].Value))
                .Select(m => $"{string.Join(' ', path)} {m.Groups["long"].Value}"));
        }

        var verbs = VerbLine().Matches(Section(help, "Commands:")).Select(m => m.Groups[1].Value).ToArray();
        var count = verbs.Length;
        foreach (var verb in verbs)
        {
            if (path is not ["scenario", ..] && !Word(verb).IsMatch(Reference))
                missing.Add(verb);
            count += await AddMissingAsync([.. path, verb], missing);
        }

        return count;
    }

    private static bool IsNamed(string option) =>
        option is "--help" or "--version" || (option.Length > 0 && Word(option).IsMatch(Reference));

    private static Regex Word(string text) => new($@"`[^`]*(?<![\w-]){Regex.Escape(text)}(?![\w-])[^`]*`");

    private static string Section(string help, string title)
    {
        var start = help.IndexOf(title, StringComparison.Ordinal);
        if (start < 0)
            return "";
        var end = help.IndexOf("\n\n", start, StringComparison.Ordinal);
        return end < 0 ? help[start..] : help[start..end];
    }

    [GeneratedRegex(@"^  (?:(?<short>-\w), )?(?<long>--[a-z][a-z-]*)", RegexOptions.Multiline)]
    private static partial Regex OptionLine();

    [GeneratedRegex(@"^  ([a-z][a-z-]*)", RegexOptions.Multiline)]
    private static partial Regex VerbLine();
}
