using System;
using System.Collections.ObjectModel;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;
using SfPerf.ServiceModel.Tests.Services;
using Xunit;

namespace SfPerf.ServiceModel.Tests.Hosting;

public sealed class HostTests
{
    [Theory]
    [InlineData("greet")]
    [InlineData("/greet")]
    public void A_relative_address_hangs_on_the_base_address(string address)
    {
        using var host = new ServiceHost(typeof(Greeter), new Uri("net.tcp://localhost:1/base"));
        var endpoint = host.AddServiceEndpoint(typeof(IGreeter), new NetTcpBinding(SecurityMode.None), address);
        Assert.Equal(new Uri("net.tcp://localhost:1/base/greet"), endpoint.Address!.Uri);
    }

    [Fact]
    public void An_object_that_is_a_behavior_is_one_of_its_hosts()
    {
        var service = new SelfishGreeter();
        using var running = new Running<IGreeter>(new ServiceHost(service));
        Assert.Equal(1, service.Applied);
    }

    [ServiceBehavior(InstanceContextMode = InstanceContextMode.Single)]
    private sealed class SelfishGreeter : Greeter, IServiceBehavior
    {
        internal int Applied { get; private set; }

        public void AddBindingParameters(
            ServiceDescription serviceDescription,
            ServiceHostBase serviceHostBase,
            Collection<ServiceEndpoint> endpoints,
            BindingParameterCollection bindingParameters)
        {
        }

        public void ApplyDispatchBehavior(ServiceDescription serviceDescription, ServiceHostBase serviceHostBase) =>
            Applied++;

        public void Validate(ServiceDescription serviceDescription, ServiceHostBase serviceHostBase)
        {
        }
    }
}
