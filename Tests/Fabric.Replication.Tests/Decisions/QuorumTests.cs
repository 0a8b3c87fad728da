using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using SfPerf.Fabric.Replication.Decisions;
using Xunit;

namespace SfPerf.Fabric.Replication.Tests.Decisions;

/// <summary>Scripts in, states out: what is committed after each acknowledgement.</summary>
public sealed class QuorumTests
{
    [Fact]
    public void A_write_counts_on_the_primary_and_enough_secondaries() => Assert.Equal(
        """
        configuration 2 3 of 2 | committed 0
        own 5 | committed 0
        2 flushed 3 | committed 3
        3 flushed 9 | committed 5
        2 flushed 4 | committed 5
        own 7 | committed 7
        """,
        Run("configuration 2 3 of 2", "own 5", "2 flushed 3", "3 flushed 9", "2 flushed 4", "own 7"));

    [Fact]
    public void Secondaries_alone_commit_nothing() => Assert.Equal(
        """
        configuration 2 3 4 5 of 3 | committed 0
        2 flushed 9 | committed 0
        3 flushed 9 | committed 0
        4 flushed 9 | committed 0
        5 flushed 9 | committed 0
        own 1 | committed 1
        """,
        Run("configuration 2 3 4 5 of 3", "2 flushed 9", "3 flushed 9", "4 flushed 9", "5 flushed 9", "own 1"));

    [Fact]
    public void During_a_reconfiguration_both_configurations_must_agree() => Assert.Equal(
        """
        configuration 4 5 of 2 previous 2 3 of 2 | committed 0
        own 9 | committed 0
        4 flushed 8 | committed 0
        2 flushed 6 | committed 6
        3 flushed 7 | committed 7
        configuration 4 5 of 2 | committed 8
        """,
        Run("configuration 4 5 of 2 previous 2 3 of 2", "own 9", "4 flushed 8", "2 flushed 6", "3 flushed 7",
            "configuration 4 5 of 2"));

    [Fact]
    public void Records_of_an_older_epoch_are_committed_only_with_the_one_that_opened_this_epoch() => Assert.Equal(
        """
        epoch 8 | committed 0
        configuration 2 3 of 2 | committed 0
        own 8 | committed 0
        2 flushed 7 | committed 0
        2 flushed 8 | committed 8
        """,
        Run("epoch 8", "configuration 2 3 of 2", "own 8", "2 flushed 7", "2 flushed 8"));

    [Fact]
    public void What_is_committed_stays_committed_when_the_configuration_grows() => Assert.Equal(
        """
        configuration 2 of 2 | committed 0
        own 5 | committed 0
        2 flushed 5 | committed 5
        configuration 2 3 4 5 of 3 | committed 5
        3 flushed 4 | committed 5
        """,
        Run("configuration 2 of 2", "own 5", "2 flushed 5", "configuration 2 3 4 5 of 3", "3 flushed 4"));

    [Theory]
    [InlineData(new long[] { 2, 3 }, 1)]
    [InlineData(new long[] { 2, 3, 4 }, 2)]
    [InlineData(new long[] { 2, 3 }, 4)]
    public void A_quorum_that_is_no_majority_is_refused(long[] secondaries, int writeQuorum) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => new ReplicaSet(secondaries, writeQuorum));

    [Fact]
    public void Writes_are_refused_below_the_minimum_and_without_enough_live_members()
    {
        var rule = new QuorumRule();
        rule.Configure(new ReplicaSet([2, 3], 0), null);
        Assert.True(rule.HasWriteQuorum(3, id => id == 2));
        Assert.False(rule.HasWriteQuorum(3, _ => false));
        Assert.False(rule.HasWriteQuorum(4, _ => true));
        rule.Configure(new ReplicaSet([2, 3], 0), new ReplicaSet([4, 5], 0));
        Assert.False(rule.HasWriteQuorum(1, id => id == 2));
    }

    private static string Run(params string[] script)
    {
        var rule = new QuorumRule();
        var flushed = new Dictionary<long, long>();
        long committed = 0, own = 0, epochFirst = 1;
        var output = new StringBuilder();
        foreach (var line in script)
        {
            var words = line.Split(' ');
            if (words[0] == "own")
                own = long.Parse(words[1]);
            else if (words[0] == "epoch")
                epochFirst = long.Parse(words[1]);
            else if (words[0] == "configuration")
                Configure(rule, words);
            else
                flushed[long.Parse(words[0])] = long.Parse(words[2]);
            committed = rule.Committed(committed, epochFirst, own, id => flushed.GetValueOrDefault(id, -1));
            output.Append(line).Append(" | committed ").Append(committed).Append('\n');
        }
        return output.ToString().TrimEnd('\n');
    }

    private static void Configure(QuorumRule rule, string[] words)
    {
        var previous = Array.IndexOf(words, "previous");
        rule.Configure(
            Parse(words[1..(
                previous < 0 ? words.Length : previous)]), previous < 0 ? null : Parse(words[(previous + 1)..]));
    }

    private static ReplicaSet Parse(string[] words) =>
        new(words[..Array.IndexOf(words, "of")].Select(long.Parse), int.Parse(words[^1]));
}
