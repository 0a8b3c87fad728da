using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Fabric.Abstractions.Tests.Api;

/// <summary>What we do not have is listed in full, so that nothing goes missing, or comes back, unnoticed.</summary>
public sealed class AbsentTests
{
    private const string Group = "## ";

    private static readonly string[] Listed =
        [.. ApiListing.Lines("Absent").Where(l => l.Length > 0 && !l.StartsWith('#'))];

    [Fact]
    public void Every_published_type_and_member_that_is_absent_is_listed() =>
        Expect.None("are absent and not in Absent.txt", Absent().Except(Listed));

    [Fact]
    public void Nothing_that_is_listed_as_absent_is_there_or_unknown() =>
        Expect.None("are in Absent.txt, and are there or not published", Listed.Except(Absent()));

    [Fact]
    public void Nothing_is_listed_as_absent_twice() =>
        Expect.None("are in Absent.txt twice", Listed.GroupBy(l => l).Where(g => g.Count() > 1).Select(g => g.Key));

    [Fact]
    public void Every_group_is_a_row_of_the_document()
    {
        var rows = File.ReadLines(Path.Combine(Checkout.Root, "docs", "reference", "programming-model.md"))
            .SkipWhile(l => l != "## Not there").Skip(1).TakeWhile(l => !l.StartsWith(Group, StringComparison.Ordinal))
            .Where(l => l.StartsWith("| ", StringComparison.Ordinal)).Skip(1).Select(l => l.Split(" | ")[0][2..]);
        var groups = ApiListing.Lines("Absent").Where(l => l.StartsWith(Group, StringComparison.Ordinal))
            .Select(l => l[Group.Length..]);
        Assert.Equal(groups, rows);
    }

    // TYPE of a type that we do not have, TYPE | MEMBER of a member of one that we have.
    private static HashSet<string> Absent()
    {
        var types = PublishedSurfaceTests.Ours.Select(ApiPrinter.Key).ToHashSet();
        var members = PublishedSurfaceTests.Ours.SelectMany(ApiPrinter.Members).ToHashSet();
        return
        [
            .. from line in ApiListing.Published
               let type = line.Split(" | ", 2)[0]
               where !types.Contains(type) || (!IsType(line) && !members.Contains(line))
               select types.Contains(type) ? line : type,
        ];
    }

    private static bool IsType(string line) => line.Contains(" | (type) ", StringComparison.Ordinal);
}
