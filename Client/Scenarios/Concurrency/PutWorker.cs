using System;
using System.ServiceModel;

namespace SfPerf.Client.Scenarios.Concurrency;

/// <summary>Calls the service over an endpoint, a factory and a channel of its own, as published.</summary>
internal sealed class PutWorker(string scheme, Uri address, int sessions, int calls) : Worker(calls)
{
    private ChannelFactory<ISimple>? _factory;
    private ISimple? _channel;

    public override void Dispose() => _factory?.Abort();

    protected override void Open()
    {
        _factory = new ChannelFactory<ISimple>(
            TestHost.MakeBinding(scheme, sessions), new EndpointAddress(address));
        _channel = _factory.CreateChannel();
        ((IClientChannel)_channel).Open();
    }

    protected override void Call() => _channel!.Put();

    protected override void Close()
    {
        ((IClientChannel)_channel!).Close();
        _factory!.Close();
    }
}
