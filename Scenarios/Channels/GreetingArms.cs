using System;
using System.Collections.Generic;
using System.ServiceModel;

namespace SfPerf.Scenarios.Channels;

internal static class ArmNames
{
    public const string Reused = "reused channel";
    public const string ChannelPerCall = "channel per call";
    public const string FactoryPerCall = "factory per call";
    public const string BareKept = "tcp kept";
    public const string BarePerCall = "tcp per call";

    /// <summary>Gets each arm and the one it is compared with; null for those that others are compared with.</summary>
    public static IReadOnlyDictionary<string, string?> Bases { get; } = new Dictionary<string, string?>
    {
        [Reused] = null, [ChannelPerCall] = Reused, [FactoryPerCall] = Reused, [BareKept] = null,
        [BarePerCall] = BareKept,
    };
}

/// <summary>Calls of the greeting service over net.tcp.</summary>
internal abstract class GreetingArm(string name, ChannelSettings settings, Uri address) : ChannelArm(name)
{
    protected EndpointAddress Address => new(address);

    protected NetTcpBinding Binding() => settings.Binding();

    protected static void Greet(IGreetingService channel)
    {
        var answer = channel.Greet("Foo");
        if (answer != "Hello, Foo!")
            throw new ProtocolException($"The service answered '{answer}'.");
    }

    protected static void GreetOnce(IGreetingService channel)
    {
        try
        {
            Greet(channel);
            ((IClientChannel)channel).Close();
        }
        catch
        {
            ((IClientChannel)channel).Abort();
            throw;
        }
    }
}

/// <summary>A binding, a factory, a connection and a channel for each call: what the published program
/// measured.</summary>
internal sealed class FactoryPerCallArm(ChannelSettings settings, Uri address)
    : GreetingArm(ArmNames.FactoryPerCall, settings, address)
{
    public override void Begin() => Call();

    public override void Call() => GreetOnce(
        ChannelFactory<IGreetingService>.CreateChannel(Binding(), Address));
}

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
