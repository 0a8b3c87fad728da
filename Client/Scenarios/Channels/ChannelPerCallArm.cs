using System;
using System.ServiceModel;

namespace SfPerf.Client.Scenarios.Channels;

/// <summary>A channel for each call, made by one factory, which keeps the connection between them.</summary>
internal sealed class ChannelPerCallArm(ChannelSettings settings, Uri address)
    : GreetingArm(ArmNames.ChannelPerCall, settings, address)
{
    private ChannelFactory<IGreetingService>? _factory;

    public override void Begin()
    {
        _factory = new ChannelFactory<IGreetingService>(Binding(), Address);
        Call();
    }

    public override void Call() => GreetOnce(_factory!.CreateChannel());

    public override void End() => _factory!.Close();

    public override void Dispose() => _factory?.Abort();
}
