using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using SfPerf.Fabric.ReliableState.Tests.Doubles;
using Xunit;

namespace SfPerf.Fabric.ReliableState.Tests;

/// <summary>Where what awaits a commit goes on.</summary>
public sealed class CommitThreadTests
{
    [Theory]
    [InlineData(true, true, true)]
    [InlineData(true, false, false)]                    // there were many
    [InlineData(false, true, false)]                    // the process has not allowed it
    [InlineData(false, false, false)]
    public async Task A_commit_goes_on_where_it_was_applied_if_process_and_log_allow_it(
        bool allowed, bool inPlace, bool expected)
    {
        using var primary = await TestReplica.OpenAsync();
        var (tx, after, failure) = await BeginCommitAsync(primary, allowed);
        using var _ = tx;

        var applier = new Thread(() => primary.Log.CommitHeld(inPlace: inPlace));
        applier.Start();
        applier.Join();

        var (thread, isOfPool) = await after.WaitAsync(TestReplica.Limit);
        Assert.Equal(expected, thread == applier);
        Assert.NotEqual(expected, isOfPool);
        Assert.Null(await failure);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_commit_whose_outcome_is_unknown_is_told_on_the_pool(bool allowed)
    {
        using var primary = await TestReplica.OpenAsync();
        var (tx, after, failure) = await BeginCommitAsync(primary, allowed);
        using var _ = tx;

        var closer = new Thread(() => primary.Log.FailHeld(new FabricNotPrimaryException("lost the role")));
        closer.Start();
        closer.Join();

        Assert.True((await after.WaitAsync(TestReplica.Limit)).IsOfPool);
        Assert.IsType<FabricNotPrimaryException>((await failure)!.InnerException);
    }

    [Fact]
    public async Task What_goes_on_in_place_may_commit_again()
    {
        using var primary = await TestReplica.OpenAsync();
        primary.Manager.Context.ContinuesWhereApplied = true;
        var dictionary = await primary.DictionaryAsync();
        primary.Log.IsHolding = true;
        async Task TwiceAsync()
        {
            for (var i = 0; i < 2; i++)
            {
                using var tx = primary.Begin();
                await dictionary.SetAsync(tx, 1, $"{i}");
                await tx.CommitAsync().ConfigureAwait(false);
            }
        }
        var twice = TwiceAsync();

        primary.Log.CommitHeld(inPlace: true);

        await twice.WaitAsync(TestReplica.Limit);
        Assert.Equal("1", (await primary.GetAsync(dictionary, 1L)).Value);
    }

    [Fact]
    public async Task What_goes_on_in_place_leaves_nothing_in_the_execution_context_of_the_thread()
    {
        using var primary = await TestReplica.OpenAsync();
        primary.Manager.Context.ContinuesWhereApplied = true;
        var dictionary = await primary.DictionaryAsync();
        primary.Log.IsHolding = true;
        var (local, left) = (new AsyncLocal<string>(), "nothing was looked at");
        Thread? wentOnOn = null;
        async Task CommitAsync()
        {
            using var tx = primary.Begin();
            await dictionary.SetAsync(tx, 1, "one");
            await tx.CommitAsync().ConfigureAwait(false);
            wentOnOn = Thread.CurrentThread;
            local.Value = "of the caller";
        }
        var commit = CommitAsync();

        var applier = new Thread(() =>
        {
            primary.Log.CommitHeld(inPlace: true);
            left = local.Value;
        });
        applier.UnsafeStart();
        applier.Join();

        await commit.WaitAsync(TestReplica.Limit);
        Assert.Same(applier, wentOnOn);
        Assert.Null(left);
    }

    // The thread that goes on after the commit, and the commit's failure.
    private static async Task<Commit> BeginCommitAsync(TestReplica primary, bool allowed)
    {
        primary.Manager.Context.ContinuesWhereApplied = allowed;
        var dictionary = await primary.DictionaryAsync();
        primary.Log.IsHolding = true;
        var tx = primary.Begin();
        await dictionary.SetAsync(tx, 1, "one");
        var failure = new TaskCompletionSource<TransactionFaultedException?>();
        async Task<(Thread Thread, bool IsOfPool)> CommitAsync()
        {
            try
            {
                await tx.CommitAsync().ConfigureAwait(false);
                failure.SetResult(null);
            }
            catch (TransactionFaultedException e)
            {
                failure.SetResult(e);
            }
            return (Thread.CurrentThread, Thread.CurrentThread.IsThreadPoolThread);
        }
        return new(tx, CommitAsync(), failure.Task);
    }

    private sealed record Commit(
        ITransaction Transaction, Task<(Thread Thread, bool IsOfPool)> After,
        Task<TransactionFaultedException?> Failure);
}
