using System.Linq;
using SfPerf.Chaos.Histories;
using Xunit;

namespace SfPerf.Chaos.Tests.Checking;

public sealed class QueueTests
{
    private static readonly string[] Once = ["exactly once"];
    private static readonly string[] Order = ["first in, first out"];

    [Fact]
    public void Values_that_leave_in_order_or_stay_are_accepted() =>
        Assert.True(new Script().Dequeue(0, 1, null).Enqueue(2, 3, 1).Enqueue(4, 5, 2).Enqueue(6, 7, 3)
            .Dequeue(8, 9, 1).Remaining(2, 3).Check().Clean);

    [Fact]
    public void Values_enqueued_at_the_same_time_may_leave_in_any_order() =>
        Assert.True(new Script().Enqueue(0, 9, 1).Enqueue(0, 9, 2).Dequeue(10, 11, 2).Dequeue(12, 13, 1)
            .Remaining().Check().Clean);

    [Fact]
    public void What_an_unanswered_dequeue_took_is_not_lost() =>
        Assert.True(new Script().Enqueue(0, 1, 1).LostDequeue(2, 1).Remaining().Check().Clean);

    [Fact]
    public void A_lost_value_is_found() =>
        Assert.Equal(Once, new Script().Enqueue(0, 1, 1).LostDequeue(2, null).Remaining().Broken());

    [Fact]
    public void A_value_dequeued_twice_is_found() =>
        Assert.Equal(Once, new Script().Enqueue(0, 1, 1).Dequeue(2, 3, 1).Dequeue(4, 5, 1).Remaining().Broken());

    [Fact]
    public void A_value_dequeued_by_an_unanswered_call_and_again_is_found() =>
        Assert.Equal(Once, new Script().Enqueue(0, 1, 1).LostDequeue(2, 1).Dequeue(4, 5, 1).Remaining().Broken());

    [Fact]
    public void A_value_that_is_dequeued_and_still_there_is_found() =>
        Assert.Equal(Once, new Script().Enqueue(0, 1, 1).Dequeue(2, 3, 1).Remaining(1).Broken());

    [Fact]
    public void A_value_that_nobody_enqueued_is_found()
    {
        Assert.Equal(Once, new Script().Dequeue(2, 3, 1).Remaining().Broken());
        Assert.Equal(Once, new Script().Enqueue(0, 1, 1, Outcome.Fail).Dequeue(2, 3, 1).Remaining().Broken());
        Assert.Equal(Once, new Script().Remaining(5).Broken());
    }

    [Fact]
    public void A_value_dequeued_before_its_enqueue_began_is_found() =>
        Assert.Equal(Once, new Script().Dequeue(0, 1, 1).Enqueue(2, 3, 1).Remaining(1).Broken());

    [Fact]
    public void A_dequeue_whose_receipt_is_lost_is_found() =>
        Assert.Equal(Once, new Script().Enqueue(0, 1, 1).Dequeue(2, 3, 1, receipt: false).Remaining().Broken());

    [Fact]
    public void A_reordered_dequeue_is_found() => Assert.Equal(Order, new Script().Enqueue(0, 1, 1).Enqueue(2, 3, 2)
        .Dequeue(4, 5, 2).Dequeue(6, 7, 1).Remaining().Broken());

    [Fact]
    public void A_value_that_stays_while_a_later_one_leaves_is_found() => Assert.Equal(
        Order, new Script().Enqueue(0, 1, 1).Enqueue(2, 3, 2).Dequeue(4, 5, 2).Remaining(1).Broken());

    [Fact]
    public void What_remains_in_the_wrong_order_is_found() =>
        Assert.Equal(Order, new Script().Enqueue(0, 1, 1).Enqueue(2, 3, 2).Remaining(2, 1).Broken());

    [Fact]
    public void An_empty_answer_while_a_value_was_there_is_found() =>
        Assert.Equal(Order, new Script().Enqueue(0, 1, 1).Dequeue(2, 3, null).Remaining(1).Broken());

    [Fact]
    public void The_concurrent_queue_owes_no_order_but_everything_else()
    {
        Assert.True(new Script().Enqueue(0, 1, 1, concurrent: true).Enqueue(2, 3, 2, concurrent: true)
            .Dequeue(4, 5, 2, concurrent: true).Dequeue(6, 7, 1, concurrent: true).Check().Clean);
        Assert.Equal(Once, new Script().Enqueue(0, 1, 1, concurrent: true).Broken());
    }

    [Fact]
    public void Without_the_last_reads_nothing_is_called_lost_and_nothing_clean()
    {
        var findings = new Script().Enqueue(0, 1, 1).Check(complete: false);

        Assert.Empty(findings.Violations);
        Assert.False(findings.Clean);
        Assert.Contains("ends before", findings.Undecided.Single());
    }
}
