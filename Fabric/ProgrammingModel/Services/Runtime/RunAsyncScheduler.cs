using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Services.Runtime;

/// <summary>
/// Runs a service's RunAsync in the background, cancels it and awaits its end, and judges how it ended.
/// </summary>
/// <remarks>The methods are called by one logical thread at a time, as the runtime calls a replica.</remarks>
#pragma warning disable CA1001 // Each source is disposed of when its run has ended; without timers it holds nothing.
internal sealed class RunAsyncScheduler(
    string name, IServicePartition partition, Func<CancellationToken, Task> runAsync, ServiceHealthReports health,
    ServiceFailurePolicy policy)
#pragma warning restore CA1001
{
    private CancellationTokenSource? _cancellation;
    private Task _running = Task.CompletedTask;

    /// <summary>Starts RunAsync on the pool, once the partition may be read and written (a stateless one at once).
    /// </summary>
    public void Start()
    {
        _cancellation = new CancellationTokenSource();
        var token = _cancellation.Token;
        _running = Task.Run(() => RunAsync(token), CancellationToken.None);
    }

    /// <summary>Asks RunAsync to end. Does not wait.</summary>
    public void Cancel() => _cancellation?.Cancel();

    /// <summary>Asks RunAsync to end and waits until it has, however long that takes.</summary>
    public async Task StopAsync()
    {
        Cancel();
        await health.AwaitRunAsync(_running).ConfigureAwait(false);
        _cancellation?.Dispose();
        _cancellation = null;
    }

    private async Task RunAsync(CancellationToken cancellationToken)
    {
        try
        {
            if (partition is IStatefulServicePartition stateful &&
                !await AccessGrantedAsync(stateful, cancellationToken).ConfigureAwait(false))
            {
                return;
            }

            await runAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            // The service ended because its token was cancelled, as it should.
        }
        catch (FabricException e)
        {
            policy.Log.RunAsyncFailed(name, e);
            health.RunAsyncFailed(e);
            partition.ReportFault(FaultType.Transient);
        }
        catch (Exception e)
        {
            health.RunAsyncFailed(e);
            partition.ReportFault(FaultType.Transient);
            policy.FailFast($"RunAsync of {name} failed with an unexpected exception; its host process ends: {e}", e);
        }
    }

    // Nothing tells of a status change, so it is asked for: densely at first, as most partitions are ready at once. A
    // primary may write a moment before it may be read, which needs a lease of its secondaries, too.
    private async Task<bool> AccessGrantedAsync(
        IStatefulServicePartition stateful, CancellationToken cancellationToken)
    {
        for (var wait = ServiceFailurePolicy.FirstStatusWait; ;)
        {
            var (write, read) = (stateful.WriteStatus, stateful.ReadStatus);
            if (write == PartitionAccessStatus.Granted && read == PartitionAccessStatus.Granted)
                return true;
            if (write == PartitionAccessStatus.NotPrimary || read == PartitionAccessStatus.NotPrimary)
                return false;
            await Task.Delay(wait, policy.Time, cancellationToken).ConfigureAwait(false);
            wait = wait < ServiceFailurePolicy.LongestStatusWait ? wait * 2 : wait;
        }
    }
}
