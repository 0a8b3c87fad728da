using System;
using System.ServiceModel;

namespace SfPerf.Client.Scenarios.Channels;

/// <summary>Every call on one channel; its close is timed along, as published.</summary>
internal sealed class ReusedChannelArm(ChannelSettings settings, Uri address)
    : GreetingArm(ArmNames.Reused, settings, address)
{
    private IGreetingService? _channel;

    public override void Begin()
    {
        _channel = ChannelFactory<IGreetingService>.CreateChannel(Binding(), Address);
        Greet(_channel);
    }

    public override void Call() => Greet(_channel!);

    public override void End() => ((IClientChannel)_channel!).Close();

    public override void Dispose() => ((IClientChannel?)_channel)?.Abort();
}
