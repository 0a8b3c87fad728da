using SfPerf.Chaos.Checking;
using SfPerf.Chaos.Histories;
using Xunit;

namespace SfPerf.Chaos.Tests.Checking;

public sealed class RegisterTests
{
    [Fact]
    public void A_read_sees_the_write_before_it() =>
        Assert.Equal(RegisterVerdict.Linearizable, Verdict(new Script().Write(0, 1, 7).Read(2, 3, 7)));

    [Fact]
    public void A_lost_write_is_found() =>
        Assert.Equal(RegisterVerdict.Violated, Verdict(new Script().Write(0, 1, 7).Read(2, 3, 0)));

    [Fact]
    public void A_stale_read_is_found() => Assert.Equal(
        RegisterVerdict.Violated, Verdict(new Script().Write(0, 1, 7).Write(2, 3, 8).Read(4, 5, 7)));

    [Fact]
    public void A_value_that_nobody_wrote_is_found() =>
        Assert.Equal(RegisterVerdict.Violated, Verdict(new Script().Write(0, 1, 7).Read(2, 3, 9)));

    [Fact]
    public void A_read_beside_a_write_may_see_either_value()
    {
        Assert.Equal(RegisterVerdict.Linearizable, Verdict(new Script().Write(0, 10, 7).Read(1, 2, 7)));
        Assert.Equal(RegisterVerdict.Linearizable, Verdict(new Script().Write(0, 10, 7).Read(1, 2, 0)));
    }

    [Fact]
    public void Two_reads_beside_a_write_do_not_go_back_in_time() => Assert.Equal(
        RegisterVerdict.Violated, Verdict(new Script().Write(0, 10, 7).Read(1, 2, 7).Read(3, 4, 0)));

    [Fact]
    public void A_write_of_unknown_outcome_may_appear_late_or_never()
    {
        var late = new Script().Write(0, 1, 7, Outcome.Unknown).Read(2, 3, 0).Read(50, 51, 7);
        Assert.Equal(RegisterVerdict.Linearizable, Verdict(late));
        var never = new Script().Write(0, 1, 7, Outcome.Unknown).Read(2, 3, 0).Read(50, 51, 0);
        Assert.Equal(RegisterVerdict.Linearizable, Verdict(never));
    }

    [Fact]
    public void A_write_of_unknown_outcome_does_not_appear_before_it_began_nor_twice()
    {
        var early = new Script().Read(0, 1, 7).Write(2, 3, 7, Outcome.Unknown);
        Assert.Equal(RegisterVerdict.Violated, Verdict(early));
        var twice = new Script().Write(0, 1, 7, Outcome.Unknown).Read(2, 3, 7).Write(4, 5, 8).Read(6, 7, 7);
        Assert.Equal(RegisterVerdict.Violated, Verdict(twice));
    }

    [Fact]
    public void A_refused_write_never_appears() => Assert.Equal(
        RegisterVerdict.Violated, Verdict(new Script().Write(0, 1, 7, Outcome.Fail).Read(2, 3, 7)));

    [Fact]
    public void Of_two_compare_and_sets_that_expect_the_same_value_one_succeeds()
    {
        var right = new Script().Write(0, 1, 7).Set(2, 9, 7, 8, held: 7).Set(2, 9, 7, 9, held: 8);
        Assert.Equal(RegisterVerdict.Linearizable, Verdict(right));
        var both = new Script().Write(0, 1, 7).Set(2, 9, 7, 8, held: 7).Set(2, 9, 7, 9, held: 7);
        Assert.Equal(RegisterVerdict.Violated, Verdict(both));
    }

    [Fact]
    public void A_chain_of_unknown_compare_and_sets_explains_what_was_seen()
    {
        var chain = new Script().Write(0, 1, 7, Outcome.Unknown).Set(2, 3, 7, 8, null, Outcome.Unknown)
            .Set(4, 5, 8, 9, null, Outcome.Unknown).Read(6, 7, 9);
        Assert.Equal(RegisterVerdict.Linearizable, Verdict(chain));
        var broken = new Script().Set(2, 3, 7, 8, null, Outcome.Unknown).Read(6, 7, 8);
        Assert.Equal(RegisterVerdict.Violated, Verdict(broken));
    }

    [Fact]
    public void The_operation_that_nothing_explains_is_named()
    {
        var script = new Script().Write(0, 1, 7).Write(2, 3, 8).Read(4, 5, 7).Read(6, 7, 8);

        var violation = Assert.Single(script.Check().Violations);

        Assert.Equal("linearizable register", violation.Promise);
        Assert.Contains("operation 3 (read 7", violation.Text);
    }

    [Fact]
    public void A_search_that_reaches_its_bound_is_undecided_and_never_clean()
    {
        var script = new Script();
        for (var i = 1; i <= 12; i++)
            script.Write(0, 100, i);
        script.Read(200, 201, 99);

        Assert.Equal(RegisterVerdict.Undecided, new RegisterChecker(1000).Check(script.Operations));
        Assert.False(HistoryCheck.Run(script.History(), 1000).Clean);
        Assert.Equal(RegisterVerdict.Violated, new RegisterChecker().Check(script.Operations));
    }

    private static RegisterVerdict Verdict(Script script) => new RegisterChecker().Check(script.Operations);
}
