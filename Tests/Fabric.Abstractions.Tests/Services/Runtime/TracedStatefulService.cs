using System;
using System.Collections.Generic;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Data;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using Microsoft.ServiceFabric.Services.Runtime;

namespace SfPerf.Fabric.Abstractions.Tests.Services.Runtime;

internal sealed class TracedStatefulService(Trace trace, IStateProviderReplica state)
    : StatefulServiceBase(TestContexts.Stateful(), state)
{
    internal Func<CancellationToken, Task> Run { get; set; } = _ => Task.CompletedTask;

    internal Exception? OpenFailure { get; init; }

    internal Func<string, TracedListener>? CreateListener { get; init; }

    internal IReadOnlyDictionary<string, string> Addresses => GetAddresses();

    protected override IEnumerable<ServiceReplicaListener> CreateServiceReplicaListeners()
    {
        trace.Add("declare");
        return
        [
            new(_ => Listener("A"), "A"),
            new(_ => Listener("B"), "B", listenOnSecondary: true),
        ];
    }

    protected override Task OnOpenAsync(ReplicaOpenMode openMode, CancellationToken cancellationToken)
    {
        trace.Add($"OnOpen({openMode})");
        return OpenFailure is null ? Task.CompletedTask : Task.FromException(OpenFailure);
    }

    protected override async Task RunAsync(CancellationToken cancellationToken)
    {
        trace.Add("run");
        try
        {
            await Run(cancellationToken);
        }
        finally
        {
            trace.Add("ran");
        }
    }

    protected override Task OnChangeRoleAsync(ReplicaRole newRole, CancellationToken cancellationToken)
    {
        trace.Add($"OnChangeRole({newRole})");
        return Task.CompletedTask;
    }

    protected override Task OnCloseAsync(CancellationToken cancellationToken)
    {
        trace.Add("OnClose");
        return Task.CompletedTask;
    }

    internal Action? Aborting { get; init; }

    protected override void OnAbort()
    {
        trace.Add("OnAbort");
        Aborting?.Invoke();
    }

    protected override async Task<bool> OnDataLossAsync(RestoreContext restoreCtx, CancellationToken cancellationToken)
    {
        await restoreCtx.RestoreAsync(new RestoreDescription("/backup", RestorePolicy.Force), cancellationToken);
        return true;
    }

    private TracedListener Listener(string name) =>
        CreateListener is { } create ? create(name) : new TracedListener(name, trace);
}
