using System;
using System.ServiceModel;

namespace SfPerf.Client.Scenarios.Channels;

/// <summary>A binding, a factory, a connection and a channel for each call: what the published program
/// measured.</summary>
internal sealed class FactoryPerCallArm(ChannelSettings settings, Uri address)
    : GreetingArm(ArmNames.FactoryPerCall, settings, address)
{
    public override void Begin() => Call();

    public override void Call() => GreetOnce(
        ChannelFactory<IGreetingService>.CreateChannel(Binding(), Address));
}
