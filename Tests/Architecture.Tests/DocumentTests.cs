using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Xunit;

namespace SfPerf.Architecture.Tests;

/// <summary>What the documents name exists: files, folders, headings, and the types of the glossary.</summary>
public sealed partial class DocumentTests
{
    private static readonly HashSet<string> Folders =
        [.. Repository.Folders(Repository.Root).Select(f => Path.GetFileName(f))];

    public static TheoryData<string> Documents() =>
        new(Repository.Files("*.md").Select(Repository.Relative).Where(p => !p.Contains('/', StringComparison.Ordinal)
            || p.StartsWith("docs/", StringComparison.Ordinal)));

    [Theory]
    [MemberData(nameof(Documents))]
    public void Every_link_leads_to_a_file_and_a_heading_that_exist(string document)
    {
        var dead = Link().Matches(Prose(document)).Select(m => m.Groups[1].Value)
            .Where(target => !target.Contains("://", StringComparison.Ordinal) && !LeadsSomewhere(document, target));
        Assert.Empty(dead);
    }

    [Theory]
    [MemberData(nameof(Documents))]
    public void Every_path_in_code_exists(string document)
    {
        var missing = Code(document).SelectMany(code => Separators().Split(code)).Where(IsPath)
            .Select(path => Line().Replace(path.TrimEnd('.'), ""))
            .Where(path => !Exists(Repository.Root, path) && !Exists(Path.GetDirectoryName(Full(document))!, path));
        Assert.Empty(missing);
    }

    [Fact]
    public void Every_document_that_a_source_file_names_exists()
    {
        var missing = Repository.Files("*.cs").SelectMany(file => Document().Matches(File.ReadAllText(file))
            .Where(m => !Exists(Repository.Root, m.Value)).Select(m => $"{Repository.Relative(file)}: {m.Value}"));
        Assert.Empty(missing);
    }

    [Fact]
    public void Every_type_of_the_glossary_exists_in_the_code()
    {
        var names = File.ReadLines(Full("docs/glossary.md")).Where(l => l.StartsWith('|'))
            .SelectMany(l => Span().Matches(l.Split('|')[2])).Select(m => m.Groups[1].Value).ToHashSet();
        Assert.NotEmpty(names);
        names.ExceptWith(Repository.Files("*.cs").SelectMany(f => Word().Matches(File.ReadAllText(f)))
            .Select(m => m.Value));
        Assert.Empty(names);
    }

    private static bool LeadsSomewhere(string document, string target)
    {
        var parts = target.Split('#', 2);
        var file = parts[0].Length == 0 ? document : Repository.Relative(
            Path.GetFullPath(Path.Combine(Path.GetDirectoryName(Full(document))!, parts[0])));
        return Path.Exists(Full(file))
            && (parts.Length == 1 || Headings(file).Contains(parts[1], StringComparer.Ordinal));
    }

    private static IEnumerable<string> Headings(string document) =>
        Heading().Matches(Prose(document)).Select(m => NoSlug().Replace(m.Groups[1].Value.ToLowerInvariant(), "")
            .Replace(' ', '-'));

    // A word is taken for a path when it begins with a folder of the repository and names one place.
    private static bool IsPath(string word) =>
        word.IndexOf('/', StringComparison.Ordinal) is > 0 and var slash
        && Folders.Contains(word[..slash]) && !Pattern().IsMatch(word);

    private static bool Exists(string folder, string path) =>
        Path.Exists(Path.Combine(folder, path)) || File.Exists(Path.Combine(folder, path + ".cs"));

    private static IEnumerable<string> Code(string document)
    {
        var text = File.ReadAllText(Full(document));
        return Block().Matches(text).Select(m => m.Value)
            .Concat(Span().Matches(Block().Replace(text, "")).Select(m => m.Groups[1].Value));
    }

    private static string Prose(string document) =>
        Span().Replace(Block().Replace(File.ReadAllText(Full(document)), ""), m => m.Groups[1].Value);

    private static string Full(string relative) => Path.Combine(Repository.Root, relative);

    // Fenced, or indented by four spaces after an empty line.
    [GeneratedRegex(@"^```.*?^```|(?<=\n)\n(?:    [^\n]*\n)+", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Block();

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex Span();

    [GeneratedRegex(@"\]\(([^)\s]+)\)")]
    private static partial Regex Link();

    [GeneratedRegex("^#+ (.+?) *$", RegexOptions.Multiline)]
    private static partial Regex Heading();

    [GeneratedRegex(@"[^\w\- ]")]
    private static partial Regex NoSlug();

    [GeneratedRegex(@"[\s,;""'=()]+")]
    private static partial Regex Separators();

    [GeneratedRegex(@"[*<>{}$…\\]|\.\.\.")]
    private static partial Regex Pattern();

    [GeneratedRegex(@":\d+$")]
    private static partial Regex Line();

    [GeneratedRegex(@"\bdocs/[\w./-]+\.md\b")]
    private static partial Regex Document();

    [GeneratedRegex(@"\b[A-Z]\w+\b")]
    private static partial Regex Word();
}
