using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Text.RegularExpressions;
using Xunit;

namespace SfPerf.Architecture.Tests;

/// <summary>Documents name files and folders; a move must not leave them behind.</summary>
public sealed class DocumentTests
{
    public static TheoryData<string> Documents() =>
        new(Repository.Files("*.md").Select(Repository.Relative).Order(StringComparer.Ordinal));

    [Theory]
    [MemberData(nameof(Documents))]
    public void Every_file_and_folder_of_the_source_that_a_document_names_exists(string document)
    {
        string[] tops = [.. Repository.Folders(Repository.Root).Select(f => Regex.Escape(Path.GetFileName(f)))];
        var named = new Regex($@"(?<![\w/.-])(?:{string.Join('|', tops)})/[\w./-]*\w");
        var text = File.ReadAllText(Path.Combine(Repository.Root, document));
        var missing = named.Matches(text).Select(m => m.Value).Distinct().Where(p => !Exists(p));
        Assert.True(!missing.Any(), $"{document} names what does not exist: {string.Join(", ", missing)}.");
    }

    [Theory]
    [MemberData(nameof(Documents))]
    public void Every_link_to_a_file_leads_to_one(string document)
    {
        var path = Path.Combine(Repository.Root, document);
        var broken = Links(File.ReadAllText(path))
            .Where(l => !Path.Exists(Path.Combine(Path.GetDirectoryName(path)!, l)));
        Assert.True(!broken.Any(), $"{document} links to what does not exist: {string.Join(", ", broken)}.");
    }

    private static bool Exists(string path)
    {
        var full = Path.Combine(Repository.Root, path);
        // A pattern such as Parameters/*.json leaves its folder behind.
        return Path.Exists(full) || Path.Exists(full.TrimEnd('/', '.'));
    }

    private static IEnumerable<string> Links(string text) => Regex.Matches(text, @"\]\(([^)#\s]+)(?:#[^)]*)?\)")
        .Select(m => m.Groups[1].Value).Where(l => !l.Contains(':', StringComparison.Ordinal)).Distinct();
}
