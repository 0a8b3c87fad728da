using System;
using System.IO;
using System.Linq;
using Xunit;

namespace SfPerf.Architecture.Tests;

public sealed class TidyTests
{
    private const int LinesMax = 500;
    private const int ColumnsMax = 120;

    [Fact]
    public void No_source_file_is_longer_than_500_lines()
    {
        var tooLong = Repository.Files("*.cs").Where(f => File.ReadLines(f).Count() > LinesMax)
            .Select(Repository.Relative);
        Assert.Empty(tooLong);
    }

    [Fact]
    public void No_source_line_is_wider_than_120_columns()
    {
        var wide = Repository.Files("*.cs").SelectMany(f => File.ReadLines(f)
            .Select((text, i) => (text, place: $"{Repository.Relative(f)}:{i + 1}")))
            .Where(l => l.text.Length > ColumnsMax).Select(l => l.place);
        Assert.Empty(wide);
    }

    [Theory]
    [InlineData("NotImplementedException")]
    [InlineData("#region")]
    [InlineData("throw new Exception(")]
    [InlineData("// TODO")]
    public void No_source_line_holds(string banned)
    {
        var hits = Repository.Files("*.cs").Where(f => !f.EndsWith("TidyTests.cs", StringComparison.Ordinal))
            .SelectMany(f => File.ReadLines(f).Select((text, i) => (text, place: $"{Repository.Relative(f)}:{i + 1}")))
            .Where(l => l.text.Contains(banned, StringComparison.Ordinal)).Select(l => l.place);
        Assert.Empty(hits);
    }
}
