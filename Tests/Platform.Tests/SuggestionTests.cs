using Xunit;

namespace SfPerf.Platform.Tests;

public sealed class SuggestionTests
{
    [Theory]
    [InlineData("", "", 0)]
    [InlineData("kitten", "sitting", 3)]
    [InlineData("flaw", "lawn", 2)]
    [InlineData("", "abc", 3)]
    public void Distance_counts_edits(string a, string b, int edits)
    {
        Assert.Equal(edits, Suggestion.Distance(a, b));
        Assert.Equal(edits, Suggestion.Distance(b, a));
    }

    [Fact]
    public void Nothing_near_is_no_suggestion() => Assert.Null(Suggestion.Nearest("zzzzzz", ["NumItems", "Seed"]));
}
