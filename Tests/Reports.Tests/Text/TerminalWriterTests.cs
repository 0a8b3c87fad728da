using System.IO;
using System.Threading.Tasks;
using SfPerf.Reports.Text;
using Xunit;

namespace SfPerf.Reports.Tests.Text;

public sealed class TerminalWriterTests
{
    [Theory]
    [InlineData("The machine was quiet and the driver had time to spare.",
        "The machine was quiet and the\n  driver had time to spare.\n")]
    [InlineData(" write: closed loop: 64 outstanding at all times",
        " write: closed loop: 64\n   outstanding at all times\n")]
    [InlineData("exactly thirty one columns wide", "exactly thirty one columns wide\n")]
    [InlineData("one column more than the others", "one column more than the others\n")]
    [InlineData("one column more than the others.", "one column more than the\n  others.\n")]
    [InlineData("saved in /a/folder/whose/name/is/longer/than/the/terminal",
        "saved in\n  /a/folder/whose/name/is/longer/than/the/terminal\n")]
    [InlineData(" as a page of its own: sfperf report runs/20261123T154400Z",
        " as a page of its own:\n   sfperf report runs/20261123T154400Z\n")]
    [InlineData("sfperf: my.json(3): NumItms: no such parameter",
        "sfperf: my.json(3): NumItms: no\n  such parameter\n")]
    [InlineData(" write  101,519  0.448   4.26  0  a row of columns",
        " write  101,519  0.448   4.26  0  a row of columns\n")]
    [InlineData("{ \"json\": \"a long text\",\n \"with\": \"several lines of it\" }",
        "{ \"json\": \"a long text\",\n \"with\": \"several lines of it\" }\n")]
    [InlineData("", "\n")]
    public async Task A_sentence_that_is_too_long_is_broken_between_words(string line, string expected)
    {
        foreach (var isAsync in new[] { false, true })
        {
            using var text = new StringWriter { NewLine = "\n" };
            await using var terminal = new TerminalWriter(text, () => 32) { NewLine = "\n" };
            if (isAsync)
                await terminal.WriteLineAsync(line);
            else
                terminal.WriteLine(line);
            Assert.Equal(expected, text.ToString());
        }
    }

    [Fact]
    public void A_terminal_of_a_few_columns_still_shows_every_word()
    {
        using var text = new StringWriter { NewLine = "\n" };
        using var terminal = new TerminalWriter(text, () => 1) { NewLine = "\n" };
        terminal.WriteLine("one two three");
        Assert.Equal("one\n  two\n  three\n", text.ToString());
    }
}
