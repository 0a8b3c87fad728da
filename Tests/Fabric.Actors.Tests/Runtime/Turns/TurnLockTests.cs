using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.ServiceFabric.Actors.Runtime;
using SfPerf.Fabric.Actors.Runtime.Turns;
using Xunit;

namespace SfPerf.Fabric.Actors.Tests.Runtime.Turns;

public sealed class TurnLockTests
{
    private readonly TurnLock _lock = new(ActorReentrancyMode.LogicalCallContext);

    [Fact]
    [Trait("ActorCase", "10")]
    public void Turns_run_in_the_order_of_their_arrival()
    {
        var turns = Enumerable.Range(0, 100).Select(_ => new TestTurn()).ToArray();
        var answers = turns.Select(t => Enter(t)).ToArray();
        var order = new List<Turn>();
        for (Turn? running = turns[0]; running is not null; running = _lock.Leave(running))
            order.Add(running);

        Assert.Equal(TurnAnswer.Granted, answers[0]);
        Assert.All(answers[1..], a => Assert.Equal(TurnAnswer.Waiting, a));
        Assert.Equal(turns, order);
        Assert.False(_lock.IsInUse);
    }

    [Fact]
    [Trait("ActorCase", "13")]
    public void A_call_that_comes_back_runs_within_its_turn()
    {
        var (outer, waiting, back) = (new TestTurn(1), new TestTurn(), new TestTurn(1, 2, 3));
        Enter(outer);
        Enter(waiting);

        Assert.Equal(TurnAnswer.Granted, Enter(back));
        Assert.True(back.IsReentrant);
        Assert.Null(_lock.Leave(back));
        Assert.Same(waiting, _lock.Leave(outer));
    }

    [Fact]
    [Trait("ActorCase", "13")]
    public void A_second_return_within_the_first_is_refused()
    {
        Enter(new TestTurn(1));
        Enter(new TestTurn(1, 2, 3));

        Assert.Equal(TurnAnswer.TooDeep, Enter(new TestTurn(1, 2, 3, 4, 5)));
    }

    [Fact]
    [Trait("ActorCase", "14")]
    public void Of_two_parallel_returns_one_is_refused_and_a_later_one_is_not()
    {
        var first = new TestTurn(1, 2);
        Enter(new TestTurn(1));
        Enter(first);

        Assert.Equal(TurnAnswer.TooDeep, Enter(new TestTurn(1, 3)));
        _lock.Leave(first);
        Assert.Equal(TurnAnswer.Granted, Enter(new TestTurn(1, 4)));
    }

    [Fact]
    [Trait("ActorCase", "15")]
    public void Without_reentrancy_a_return_is_refused_at_once_and_a_stranger_waits()
    {
        var strict = new TurnLock(ActorReentrancyMode.Disallowed);
        strict.Enter(new TestTurn(1), isDirty: false);

        Assert.Equal(TurnAnswer.Disallowed, strict.Enter(new TestTurn(1, 2), isDirty: false));
        Assert.Equal(TurnAnswer.Waiting, strict.Enter(new TestTurn(9, 2), isDirty: false));
    }

    [Fact]
    [Trait("ActorCase", "16")]
    public void After_a_failed_return_no_other_one_runs_in_the_same_turn()
    {
        var failed = new TestTurn(1, 2);
        Enter(new TestTurn(1));
        Enter(failed);
        _lock.Leave(failed);

        Assert.Equal(TurnAnswer.InvalidState, Enter(new TestTurn(1, 3), isDirty: true));
    }

    [Fact]
    [Trait("ActorCase", "17")]
    public void The_same_call_sent_again_is_told_apart_from_a_return()
    {
        Enter(new TestTurn(1, 2));
        var back = new TestTurn(1, 2, 3);

        Assert.Equal(TurnAnswer.Duplicate, Enter(new TestTurn(1, 2)));
        Assert.Equal(TurnAnswer.Granted, Enter(back));
        Assert.Equal(TurnAnswer.Duplicate, Enter(new TestTurn(1, 2, 3)));
    }

    [Fact]
    public void A_parallel_branch_of_the_callers_turn_is_a_stranger()
    {
        Enter(new TestTurn(1, 2));

        Assert.Equal(TurnAnswer.Waiting, Enter(new TestTurn(1, 3)));
        Assert.Equal(TurnAnswer.Waiting, Enter(new TestTurn(1)));
    }

    [Fact]
    public void A_turn_that_ends_before_the_call_it_made_keeps_the_others_waiting()
    {
        var (outer, back, waiting) = (new TestTurn(1), new TestTurn(1, 2), new TestTurn());
        Enter(outer);
        Enter(back);
        Enter(waiting);

        Assert.Null(_lock.Leave(outer));
        Assert.True(_lock.IsInUse);
        Assert.Same(waiting, _lock.Leave(back));
    }

    [Fact]
    public void A_turn_that_waits_can_be_taken_out_from_any_place()
    {
        var random = new Random(5);
        var running = new TestTurn();
        Enter(running);
        var waiting = Enumerable.Range(0, 50).Select(_ => new TestTurn()).ToList();
        waiting.ForEach(t => Enter(t));
        for (var i = 0; i < 30; i++)
        {
            var at = random.Next(waiting.Count);
            Assert.True(_lock.Withdraw(waiting[at]));
            Assert.False(_lock.Withdraw(waiting[at]));
            waiting.RemoveAt(at);
        }
        var order = new List<Turn>();
        for (var next = _lock.Leave(running); next is not null; next = _lock.Leave(next))
            order.Add(next);

        Assert.Equal(waiting, order);
    }

    [Fact]
    public void All_that_wait_can_be_taken_out()
    {
        TestTurn[] turns = [new(), new(), new()];
        foreach (var turn in turns)
            Enter(turn);

        Assert.Same(turns[1], _lock.WithdrawFirst());
        Assert.Same(turns[2], _lock.WithdrawFirst());
        Assert.Null(_lock.WithdrawFirst());
        Assert.Null(_lock.Leave(turns[0]));
    }

    private TurnAnswer Enter(TestTurn turn, bool isDirty = false) => _lock.Enter(turn, isDirty);
}
