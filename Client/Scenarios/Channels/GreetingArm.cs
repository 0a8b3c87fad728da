using System;
using System.ServiceModel;

namespace SfPerf.Client.Scenarios.Channels;

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
