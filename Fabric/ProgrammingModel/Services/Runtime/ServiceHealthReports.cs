using System;
using System.Collections.Generic;
using System.Fabric;
using System.Fabric.Health;
using System.Threading;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Services.Runtime;

/// <summary>
/// Reports what goes wrong in a service as health of its partition, under the sources and properties of Service
/// Fabric. Each report is a warning that ends by itself. Thread safe.
/// </summary>
internal sealed class ServiceHealthReports(IServicePartition partition, string serviceName, ServiceFailurePolicy policy)
{
    /// <summary>How long RunAsync may take to end, and a listener to close, until a report says so; each further time
    /// of this length repeats it.</summary>
    internal static readonly TimeSpan ExpectedEnd = TimeSpan.FromSeconds(15);

    private static readonly TimeSpan RunAsyncValidity = TimeSpan.FromMinutes(2);
    private static readonly TimeSpan ListenerValidity = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan WithdrawnValidity = TimeSpan.FromSeconds(1);

    private readonly Lock _gate = new();
    private readonly HashSet<(string Source, string Property)> _slow = []; // guarded by _gate
    private bool _aborted;                                                 // guarded by _gate

    internal void RunAsyncFailed(Exception failure) =>
        Report("RunAsync", "RunAsyncUnhandledException", RunAsyncValidity, failure.ToString(), isSlow: false);

    /// <summary>Waits for the end of a RunAsync that was cancelled.</summary>
    internal Task AwaitRunAsync(Task run) => AwaitAsync(run, () => Report(
        "RunAsync", "RunAsyncSlowCancellation", RunAsyncValidity,
        $"RunAsync of {serviceName} was cancelled and has not ended for {ExpectedEnd.TotalSeconds} s.", isSlow: true));

    /// <summary>Waits until a listener is closed.</summary>
    internal Task AwaitCloseAsync(Task close, string listener) => AwaitAsync(close, () => Report(
        "CommunicationListener", "CommunicationListenerSlowClose", ListenerValidity,
        $"The listener {listener} of {serviceName} has not closed for {ExpectedEnd.TotalSeconds} s.", isSlow: true));

    /// <summary>The replica is aborted: nobody waits for it any more, and what it was slow at is no warning.</summary>
    internal void Abort()
    {
        lock (_gate)
        {
            _aborted = true;
            foreach (var (source, property) in _slow)
                Send(source, property, HealthState.Ok, WithdrawnValidity, "The replica was aborted.");
            _slow.Clear();
        }
    }

    private async Task AwaitAsync(Task task, Action reportSlow)
    {
        while (true)
        {
            try
            {
                await task.WaitAsync(ExpectedEnd, policy.Time).ConfigureAwait(false);
                return;
            }
            catch (TimeoutException) when (!task.IsCompleted)
            {
                reportSlow();
            }
        }
    }

    private void Report(string source, string property, TimeSpan validity, string description, bool isSlow)
    {
        lock (_gate)
        {
            if (_aborted)
                return;
            if (isSlow)
                _ = _slow.Add((source, property));
            Send(source, property, HealthState.Warning, validity, description);
        }
    }

    // A report that fails must not stop what goes on anyway.
    private void Send(string source, string property, HealthState state, TimeSpan validity, string description)
    {
        try
        {
            partition.ReportPartitionHealth(new HealthInformation(source, property, state)
            {
                Description = description,
                TimeToLive = validity,
                RemoveWhenExpired = true,
            });
        }
        catch (Exception e)
        {
            policy.Log.HealthNotReported(serviceName, property, e);
        }
    }
}
