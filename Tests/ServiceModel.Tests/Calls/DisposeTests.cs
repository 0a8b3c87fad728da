using System;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Calls;

public sealed class DisposeTests
{
    [Theory]
    [InlineData("tcp")]
    [InlineData("http")]
    public void A_service_whose_dispose_throws_harms_nobody(string transport)
    {
        Binding binding = transport == "http" ? new BasicHttpBinding() : new NetTcpBinding(SecurityMode.None);
        binding.SendTimeout = TimeSpan.FromSeconds(20);
        using var running = new Running<IOther>(
            typeof(EndsBadly),
            binding,
            h => h.Description.Behaviors.Add(new ServiceThrottlingBehavior { MaxConcurrentCalls = 1 }));
        var channel = running.Factory.CreateChannel();
        channel.Other();
        channel.Other();
        ((IClientChannel)channel).Close();
        Assert.Equal(CommunicationState.Closed, ((IClientChannel)channel).State);
    }
}
