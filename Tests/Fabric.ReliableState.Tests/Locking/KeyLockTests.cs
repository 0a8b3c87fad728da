using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using SfPerf.Fabric.ReliableState.Locking;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests.Locking;

/// <summary>Each script is a list of requests and releases; the text is what the lock decided.</summary>
public sealed class KeyLockTests
{
    [Fact]
    public void Readers_share_and_a_writer_waits_for_them() => Check("A S, B S, C X, -A, -B", """
        A S: Granted   [A:S]
        B S: Granted   [A:S B:S]
        C X: Blocked   [A:S B:S] queue C:X
        -A: nobody   [B:S] queue C:X
        -B: C   [C:X]
        """);

    [Fact]
    public void An_update_suits_readers_but_a_reader_does_not_suit_an_update() => Check("A S, B U, C S, -B, -A, -C", """
        A S: Granted   [A:S]
        B U: Granted   [A:S B:U]
        C S: Blocked   [A:S B:U] queue C:S
        -B: C   [A:S C:S]
        -A: nobody   [C:S]
        -C: nobody   []
        """);

    [Fact]
    public void A_second_update_waits() => Check("A U, B U, -A", """
        A U: Granted   [A:U]
        B U: Blocked   [A:U] queue B:U
        -A: B   [B:U]
        """);

    [Fact]
    public void The_sole_holder_upgrades_at_once() => Check("A S, A U, A X, A S", """
        A S: Granted   [A:S]
        A U: Upgraded   [A:U]
        A X: Upgraded   [A:X]
        A S: AlreadyHeld   [A:X]
        """);

    [Fact]
    public void A_reader_becomes_an_updater_beside_other_readers() => Check("A S, B S, B U, B X, -A", """
        A S: Granted   [A:S]
        B S: Granted   [A:S B:S]
        B U: Upgraded   [A:S B:U]
        B X: Blocked   [A:S B:U] queue B:X^
        -A: B   [B:X]
        """);

    [Fact]
    public void A_new_reader_queues_behind_a_waiting_writer() => Check("A S, B X, C S, -A, -B", """
        A S: Granted   [A:S]
        B X: Blocked   [A:S] queue B:X
        C S: Blocked   [A:S] queue B:X C:S
        -A: B   [B:X] queue C:S
        -B: C   [C:S]
        """);

    [Fact]
    public void An_upgrade_passes_all_that_are_none() => Check("A S, B S, C X, D S, A X, -B, -A, -C", """
        A S: Granted   [A:S]
        B S: Granted   [A:S B:S]
        C X: Blocked   [A:S B:S] queue C:X
        D S: Blocked   [A:S B:S] queue C:X D:S
        A X: Blocked   [A:S B:S] queue A:X^ C:X D:S
        -B: A   [A:X] queue C:X D:S
        -A: C   [C:X] queue D:S
        -C: D   [D:S]
        """);

    [Fact]
    public void Two_readers_that_both_upgrade_wait_for_each_other_until_one_leaves() =>
        Check("A S, B S, A X, B X, !A, -A", """
            A S: Granted   [A:S]
            B S: Granted   [A:S B:S]
            A X: Blocked   [A:S B:S] queue A:X^
            B X: Blocked   [A:S B:S] queue A:X^ B:X^
            !A: nobody   [A:S B:S] queue B:X^
            -A: B   [B:X]
            """);

    [Fact]
    public void One_release_lets_in_all_readers_up_to_the_next_writer() =>
        Check("A X, B S, C S, D X, E S, -A, -B, -C", """
            A X: Granted   [A:X]
            B S: Blocked   [A:X] queue B:S
            C S: Blocked   [A:X] queue B:S C:S
            D X: Blocked   [A:X] queue B:S C:S D:X
            E S: Blocked   [A:X] queue B:S C:S D:X E:S
            -A: B C   [B:S C:S] queue D:X E:S
            -B: nobody   [C:S] queue D:X E:S
            -C: D   [D:X] queue E:S
            """);

    [Fact]
    public void A_writer_that_gives_up_lets_the_readers_behind_it_pass() => Check("A S, B X, C S, D S, !B", """
        A S: Granted   [A:S]
        B X: Blocked   [A:S] queue B:X
        C S: Blocked   [A:S] queue B:X C:S
        D S: Blocked   [A:S] queue B:X C:S D:S
        !B: C D   [A:S C:S D:S]
        """);

    [Fact]
    public void Releasing_only_shared_locks_keeps_the_others() => Check("A S, B U, ~A, ~B", """
        A S: Granted   [A:S]
        B U: Granted   [A:S B:U]
        ~A: nobody   [B:U]
        ~B: nobody   [B:U]
        """);

    [Theory]
    [InlineData('S', 'S', true)]
    [InlineData('S', 'U', false)]
    [InlineData('S', 'X', false)]
    [InlineData('U', 'S', true)]
    [InlineData('U', 'U', false)]
    [InlineData('U', 'X', false)]
    [InlineData('X', 'S', false)]
    [InlineData('X', 'U', false)]
    [InlineData('X', 'X', false)]
    public void The_matrix_of_request_against_holder_is_the_documented_one(char request, char held, bool granted)
    {
        var subject = new KeyLock();
        Assert.Equal(LockAnswer.Granted, subject.Request("holder", Kind(held)));
        Assert.Equal(granted ? LockAnswer.Granted : LockAnswer.Blocked, subject.Request("asker", Kind(request)));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Random_requests_never_break_the_matrix_and_never_lose_a_waiter(int seed)
    {
        var random = new Random(seed);
        var subject = new KeyLock();
        var owners = "ABCDEFGH".Select(c => c.ToString()).ToArray();
        var waiting = new Dictionary<string, LockWaiter>();
        for (var step = 0; step < 20_000; step++)
        {
            var owner = owners[random.Next(owners.Length)];
            if (waiting.TryGetValue(owner, out var waiter))
            {
                if (random.Next(3) == 0)
                {
                    waiting.Remove(owner);
                    Wake(subject.Withdraw(waiter), waiting);
                }
            }
            else if (random.Next(2) == 0)
            {
                Wake(subject.Release(owner), waiting);
            }
            else
            {
                var kind = (LockKind)random.Next(1, 4);
                if (subject.Request(owner, kind) == LockAnswer.Blocked)
                {
                    waiting[owner] = new LockWaiter(owner, kind);
                    subject.Enqueue(waiting[owner]);
                }
                else
                {
                    Assert.True(subject.KindOf(owner) >= kind, $"seed {seed} step {step}");
                }
            }
            CheckHolders(subject, waiting, $"seed {seed} step {step}");
        }
    }

    private static void CheckHolders(KeyLock subject, Dictionary<string, LockWaiter> waiting, string at)
    {
        var holders = subject.Holders().ToArray();
        Assert.Equal(holders.Length, holders.Select(h => h.Owner).Distinct().Count());
        if (holders.Any(h => h.Kind == LockKind.Exclusive))
            Assert.Single(holders);
        Assert.True(holders.Count(h => h.Kind == LockKind.Update) <= 1, at);
        Assert.Equal(waiting.Values.OrderBy(w => w.Owner), subject.Waiters().OrderBy(w => w.Owner));
        Assert.True(holders.Length > 0 || waiting.Count == 0, $"{at}: waiters of a free lock");
    }

    private static void Wake(LockWaiter? granted, Dictionary<string, LockWaiter> waiting)
    {
        for (; granted is not null; granted = granted.NextGranted)
            Assert.True(waiting.Remove((string)granted.Owner));
    }

    private static void Check(string script, string expected)
    {
        var subject = new KeyLock();
        var waiters = new Dictionary<string, LockWaiter>();
        var text = new StringBuilder();
        foreach (var step in script.Split(", "))
        {
            var parts = step.Split(' ');
            var owner = string.Intern(parts[0].TrimStart('-', '!', '~'));
            var outcome = step[0] switch
            {
                '-' => Names(subject.Release(owner)),
                '~' => Names(subject.ReleaseShared(owner)),
                '!' => Names(subject.Withdraw(waiters[owner])),
                _ => subject.Request(owner, Kind(parts[1][0])).ToString(),
            };
            if (outcome == nameof(LockAnswer.Blocked))
                subject.Enqueue(waiters[owner] = new LockWaiter(owner, Kind(parts[1][0])));
            text.AppendLine($"{step}: {outcome}   {Describe(subject)}");
        }
        Assert.Equal(expected.ReplaceLineEndings("\n"), text.ToString().ReplaceLineEndings("\n").TrimEnd());
    }

    private static string Describe(KeyLock subject)
    {
        var holders = subject.Holders().OrderBy(h => h.Owner).Select(h => $"{h.Owner}:{Letter(h.Kind)}");
        var queue = string.Join(' ', subject.Waiters().Select(
            w => $"{w.Owner}:{Letter(w.Kind)}{(w.IsUpgrade ? "^" : "")}"));
        return $"[{string.Join(' ', holders)}]{(queue.Length == 0 ? "" : " queue " + queue)}";
    }

    private static string Names(LockWaiter? granted)
    {
        var names = new List<string>();
        for (; granted is not null; granted = granted.NextGranted)
            names.Add((string)granted.Owner);
        return names.Count == 0 ? "nobody" : string.Join(' ', names);
    }

    private static char Letter(LockKind kind) => "-SUX"[(int)kind];

    private static LockKind Kind(char letter) => (LockKind)"-SUX".IndexOf(letter, StringComparison.Ordinal);
}
