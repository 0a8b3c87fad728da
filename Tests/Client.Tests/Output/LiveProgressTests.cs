using System;
using System.IO;
using System.Text.RegularExpressions;
using SfPerf.Client.Output;
using SfPerf.TestKit;
using Xunit;

namespace SfPerf.Client.Tests.Output;

public sealed partial class LiveProgressTests
{
    private static readonly TimeSpan Later = TimeSpan.FromSeconds(1);

    [Theory]
    [InlineData(120, "write   ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━  25 %  1,000 ops/s  1.0 s  10 failed, about 3 s left")]
    [InlineData(60, "write   ━━━━━━━━━━  25 %  1,000 ops/s  1.0 s  10 failed")]
    [InlineData(40, "write   ━━━━━━━━━━  25 %  1,000 ops/s")]
    [InlineData(20, "write   ━━━━━━━━━━ ")]
    [InlineData(1, "")]
    public void The_line_is_cut_to_the_width_of_the_terminal(int width, string line)
    {
        using var output = new StringWriter();
        using var view = new LiveProgress(output, new ManualTimeProvider(), () => width);
        view.Show(new("write", 1000, 10, 4040, 1));
        Assert.Equal("\r" + line, Control().Replace(output.ToString(), ""));
    }

    [Fact]
    public void A_terminal_that_became_narrower_keeps_nothing_of_the_line_that_wrapped()
    {
        var time = new ManualTimeProvider();
        var width = 90;
        using var output = new StringWriter();
        using var view = new LiveProgress(output, time, () => width);
        view.Show(new("write", 1000, 0, 4000, 1));
        var length = Control().Replace(output.ToString(), "").Length - 1;
        Assert.InRange(length, 61, 89);
        output.GetStringBuilder().Clear();
        time.Advance(Later);
        width = 30;
        view.Show(new("write", 2000, 0, 4000, 2));
        // The line fills three rows of 30 columns: two above the one in which the cursor stands.
        Assert.StartsWith("\r\u001b[2A\u001b[J", output.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_phase_that_is_cut_off_by_time_gets_on_by_time()
    {
        using var output = new StringWriter();
        using var view = new LiveProgress(output, new ManualTimeProvider(), () => 120);
        view.Show(new("write", 100, 0, 100_000_000, 5) { SecondsMax = 10 });
        Assert.Contains(" 50 % ", Control().Replace(output.ToString(), ""), StringComparison.Ordinal);
    }

    [Fact]
    public void A_note_is_broken_between_words_and_its_command_can_be_copied()
    {
        using var output = new StringWriter { NewLine = "\n" };
        using var view = new LiveProgress(output, new ManualTimeProvider(), () => 40);
        view.Note("Saved /a/folder/of/runs; as a page: sfperf report /a/folder/of/runs");
        Assert.Equal("Saved /a/folder/of/runs; as a page:\n  sfperf report /a/folder/of/runs\n",
            Control().Replace(output.ToString(), ""));
    }

    [GeneratedRegex("\u001b\\[[0-9]*[A-Za-z]")]
    private static partial Regex Control();
}
