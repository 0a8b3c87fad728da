using SfPerf.Chaos.Histories;
using Xunit;

namespace SfPerf.Chaos.Tests.Checking;

public sealed class BankTests
{
    private static readonly string[] Broken = ["serializable transfers"];

    [Fact]
    public void Transfers_and_snapshots_in_order_are_accepted()
    {
        var findings = new Script().Transfer(0, 1, 0, 1, 10, 1, receipt: true)
            .Balances(2, 3, 1, 90, 110, 100, 100)
            .Transfer(4, 5, 1, 2, 5, 2, receipt: true, Outcome.Unknown)
            .Balances(6, 7, 1, 90, 110, 100, 100).Balances(8, 9, 2, 90, 105, 105, 100).Check();

        Assert.True(findings.Clean);
    }

    [Fact]
    public void A_torn_transfer_is_found_in_the_sum() =>
        Assert.Equal(Broken, new Script().Transfer(0, 1, 0, 1, 10, 1, receipt: true)
            .Balances(2, 3, 1, 90, 100, 100, 100).Broken());

    [Fact]
    public void A_torn_transfer_with_the_right_sum_is_found() =>
        Assert.Equal(Broken, new Script().Transfer(0, 1, 0, 1, 10, 1, receipt: true)
            .Balances(2, 3, 1, 90, 100, 110, 100).Broken());

    [Fact]
    public void A_lost_transfer_is_found() =>
        Assert.Equal(Broken, new Script().Transfer(0, 1, 0, 1, 10, 1, receipt: false)
            .Balances(2, 3, 1, 90, 110, 100, 100).Broken());

    [Fact]
    public void A_refused_transfer_that_took_effect_is_found() =>
        Assert.Equal(Broken, new Script().Transfer(0, 1, 0, 1, 10, 1, receipt: true, Outcome.Fail).Broken());

    [Fact]
    public void A_stale_snapshot_is_found() =>
        Assert.Equal(Broken, new Script().Transfer(0, 1, 0, 1, 10, 1, receipt: true)
            .Balances(2, 3, 0, 100, 100, 100, 100).Broken());

    [Fact]
    public void Two_transfers_in_the_wrong_order_are_found() =>
        Assert.Equal(Broken, new Script().Transfer(0, 1, 0, 1, 10, 2, receipt: true)
            .Transfer(2, 3, 1, 2, 5, 1, receipt: true).Broken());

    [Fact]
    public void A_number_given_twice_is_found() =>
        Assert.Equal(Broken, new Script().Transfer(0, 9, 0, 1, 10, 1, receipt: true)
            .Transfer(0, 9, 1, 2, 5, 1, receipt: true).Broken());
}
