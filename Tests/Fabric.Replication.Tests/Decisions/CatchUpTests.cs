using System;
using System.Linq;
using System.Text;
using SfPerf.Fabric.Log.Records;
using SfPerf.Fabric.Replication.Decisions;
using Xunit;

namespace SfPerf.Fabric.Replication.Tests.Decisions;

/// <summary>Scripts in, decisions out: a line is primary | first LSN in its log | secondary | applied.</summary>
public sealed class CatchUpTests
{
    [Fact]
    public void The_way_to_bring_a_secondary_up_follows_from_both_histories() => Assert.Equal(
        """
        7@1 last 10 | 1 | 7@1 last 10 | 8  =>  None keep 10: up to date
        7@1 last 10 | 1 | 7@1 last 4 | 4  =>  Suffix keep 4: 5 to 10 are missing
        7@1 last 10 | 1 | last 0 | 0  =>  Suffix keep 0: 1 to 10 are missing
        7@1 last 10 | 6 | last 0 | 0  =>  Full keep -1: the log before 6 is gone, and 1 is needed
        7@1 last 10 | 6 | 7@1 last 5 | 5  =>  Suffix keep 5: 6 to 10 are missing
        7@1 last 10 | 6 | 7@1 last 4 | 4  =>  Full keep -1: the log before 6 is gone, and 5 is needed
        7@1 8@6 last 9 | 1 | 7@1 last 8 | 5  =>  TruncateAndSuffix keep 5: false progress 6 to 8
        7@1 8@6 last 9 | 1 | 7@1 last 8 | 6  =>  Full keep -1: it applied up to 6, but agrees only up to 5
        7@1 9@6 last 9 | 1 | 7@1 8@4 last 8 | 3  =>  TruncateAndSuffix keep 3: false progress 4 to 8
        7@1 8@4 9@6 last 9 | 1 | 7@1 8@4 last 20 | 3  =>  TruncateAndSuffix keep 5: false progress 6 to 20
        9@50 last 60 | 50 | 7@1 last 40 | 40  =>  Full keep -1: no common history
        7@1 last 5 | 1 | 7@1 8@6 last 6 | 5  =>  TruncateAndSuffix keep 5: false progress 6 to 6
        """,
        Run("""
        7@1 last 10 | 1 | 7@1 last 10 | 8
        7@1 last 10 | 1 | 7@1 last 4 | 4
        7@1 last 10 | 1 | last 0 | 0
        7@1 last 10 | 6 | last 0 | 0
        7@1 last 10 | 6 | 7@1 last 5 | 5
        7@1 last 10 | 6 | 7@1 last 4 | 4
        7@1 8@6 last 9 | 1 | 7@1 last 8 | 5
        7@1 8@6 last 9 | 1 | 7@1 last 8 | 6
        7@1 9@6 last 9 | 1 | 7@1 8@4 last 8 | 3
        7@1 8@4 9@6 last 9 | 1 | 7@1 8@4 last 20 | 3
        9@50 last 60 | 50 | 7@1 last 40 | 40
        7@1 last 5 | 1 | 7@1 8@6 last 6 | 5
        """));

    [Fact]
    public void A_history_continues_its_checkpoint_and_is_cut_where_it_is_cut()
    {
        var checkpoint = Parse("7@1 8@5 last 10");
        var whole = checkpoint.Continue([new(new LogEpoch(1, 8), 8), new(new LogEpoch(1, 9), 14)], 20);
        Assert.Equal("[1:7@1 1:8@5 1:9@14] last 20", whole.ToString());
        Assert.Equal("[1:7@1 1:8@5] last 13", whole.UpTo(13).ToString());
        Assert.Equal("[1:7@1] last 4", whole.UpTo(4).ToString());
    }

    private static string Run(string script)
    {
        var output = new StringBuilder();
        foreach (var line in script.Split('\n'))
        {
            var parts = line.Split('|').Select(p => p.Trim()).ToArray();
            var decision = CatchUpDecision.Decide(Parse(parts[0]), Number(parts[1]), Parse(parts[2]), Number(parts[3]));
            output.Append(line).Append("  =>  ")
                .Append($"{decision.Mode} keep {decision.KeepLsn}: {decision.Reason}").Append('\n');
        }
        return output.ToString().TrimEnd('\n');
    }

    private static ProgressVector Parse(string text)
    {
        var words = text.Split(' ');
        return new ProgressVector(
            [.. words.Where(w => w.Contains('@', StringComparison.Ordinal)).Select(w => w.Split('@'))
                .Select(w => new LogEpochStart(new LogEpoch(1, Number(w[0])), Number(w[1])))],
            Number(words[^1]));
    }

    private static long Number(string text) => long.Parse(text, System.Globalization.CultureInfo.InvariantCulture);
}
