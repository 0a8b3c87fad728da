using System.IO;
using SfPerf.Reports.Text;
using Xunit;

namespace SfPerf.Reports.Tests.Text;

public sealed class TextTableTests
{
    [Theory]
    [InlineData(120, " op       ops/s  p50 ms  p99 ms  errors\n write  101,519   0.448    4.26  0\n")]
    [InlineData(32,
        " op       ops/s  p50 ms  p99 ms\n write  101,519   0.448    4.26\n op     errors\n write  0\n")]
    [InlineData(20, """
         op       ops/s
         write  101,519
         op     p50 ms
         write   0.448
         op     p99 ms
         write    4.26
         op     errors
         write  0

        """)]
    [InlineData(9, " op       ops/s  p50 ms  p99 ms  errors\n write  101,519   0.448    4.26  0\n")]
    public void Columns_that_do_not_fit_beside_each_other_follow_below(int width, string expected)
    {
        using var text = new StringWriter { NewLine = "\n" };
        using var terminal = new TerminalWriter(text, () => width);
        Table().Write(terminal, leftLast: true);
        Assert.Equal(expected, text.ToString());
    }

    [Fact]
    public void A_file_has_every_column_in_one_line()
    {
        using var text = new StringWriter { NewLine = "\n" };
        Table().Write(text, leftLast: true);
        Assert.Equal(" op       ops/s  p50 ms  p99 ms  errors\n write  101,519   0.448    4.26  0\n", text.ToString());
    }

    private static TextTable Table()
    {
        var table = new TextTable("op", "ops/s", "p50 ms", "p99 ms", "errors");
        table.Add("write", "101,519", "0.448", "4.26", "0");
        return table;
    }
}
