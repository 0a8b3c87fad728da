using System.Net;
using SfPerf.Client.Scenarios.Bare;

namespace SfPerf.Client.Scenarios.Concurrency;

/// <summary>Has its bytes echoed over a socket of its own.</summary>
internal sealed class EchoWorker(EndPoint address, int calls) : Worker(calls)
{
    private BareClient? _client;

    public override void Dispose() => _client?.Dispose();

    protected override void Open() => _client = new BareClient(address);

    protected override void Call() => _client!.Echo();

    protected override void Close() => Dispose();
}
