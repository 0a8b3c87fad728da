using System;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Communication.Runtime;

namespace SfPerf.Fabric.Abstractions.Tests.Services.Runtime;

internal sealed class TracedListener(string name, Trace trace) : ICommunicationListener
{
    internal Exception? OpenFailure { get; init; }

    internal Exception? CloseFailure { get; init; }

    internal Task Closing { get; init; } = Task.CompletedTask;

    public Task<string> OpenAsync(CancellationToken cancellationToken)
    {
        trace.Add($"{name}.open");
        return OpenFailure is null ? Task.FromResult($"tcp://{name}") : Task.FromException<string>(OpenFailure);
    }

    public Task CloseAsync(CancellationToken cancellationToken)
    {
        trace.Add($"{name}.close");
        return CloseFailure is null ? Closing : Task.FromException(CloseFailure);
    }

    public void Abort() => trace.Add($"{name}.abort");
}
