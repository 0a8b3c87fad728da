using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;

namespace SfPerf.TestKit;

/// <summary>A page of docs/explanation with a table of numbered cases, each with the tests that prove it.</summary>
/// <param name="page">The name of the file.</param>
public sealed partial class CaseTable(string page)
{
    /// <summary>Gets the rows, in the order of the page.</summary>
    public IReadOnlyList<CaseRow> Rows { get; } =
    [
        .. File.ReadLines(Path.Combine(Checkout.Root, "docs", "explanation", page))
            .Select(l => Row().Match(l)).Where(m => m.Success)
            .Select(m => new CaseRow(
                int.Parse(m.Groups[1].Value, CultureInfo.InvariantCulture),
                [.. TestName().Matches(m.Groups[2].Value).Select(t => t.Groups[1].Value)],
                Reason().IsMatch(m.Groups[2].Value))),
    ];

    /// <summary>Lists every test method of the repository as CLASS.METHOD, with the text of its attributes.</summary>
    public static IEnumerable<(string Name, string Attributes)> Tests() =>
        from file in Directory.EnumerateFiles(Path.Combine(Checkout.Root, "Tests"), "*.cs", SearchOption.AllDirectories)
        let text = File.ReadAllText(file)
        from Match method in Method().Matches(text)
        where IsTest().IsMatch(method.Groups[1].Value)
        let type = ClassName().Matches(text[..method.Index]).LastOrDefault()?.Groups[1].Value
        select ($"{type}.{method.Groups[2].Value}", method.Groups[1].Value);

    [GeneratedRegex(@"^\| (\d+) \| (.*) \|$")]
    private static partial Regex Row();

    [GeneratedRegex(@"`(\w+Tests\.\w+|\w+Cases\.\w+)`")]
    private static partial Regex TestName();

    [GeneratedRegex(@"(Not proven|Not needed|Absent): \w")]
    private static partial Regex Reason();

    // The lines above a method without an empty one between, and its name.
    [GeneratedRegex(@"((?:^[ ]+\S[^\n]*\n)+)[ ]+public (?:async )?(?:Task|void) (\w+)\(", RegexOptions.Multiline)]
    private static partial Regex Method();

    [GeneratedRegex(@"\[(?:Fact|Theory)\b")]
    private static partial Regex IsTest();

    [GeneratedRegex(@"\bclass (\w+)")]
    private static partial Regex ClassName();
}

/// <summary>One case of a <see cref="CaseTable"/>.</summary>
/// <param name="Case">Its number.</param>
/// <param name="Tests">The tests that its row names, as CLASS.METHOD.</param>
/// <param name="HasReason">Whether the row says why the case is not proven, not needed or absent.</param>
public sealed record CaseRow(int Case, IReadOnlyList<string> Tests, bool HasReason);
