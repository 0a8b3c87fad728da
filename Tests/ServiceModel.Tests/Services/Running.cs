using System;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Description;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>A host at a free port and a factory for it.</summary>
internal sealed class Running<T> : IDisposable
    where T : class
{
    internal Running(
        Type service, Binding? binding = null, Action<ServiceHost>? change = null, Binding? client = null)
        : this(new ServiceHost(service), binding, change, client)
    {
    }

    internal Running(
        ServiceHost host, Binding? binding = null, Action<ServiceHost>? change = null, Binding? client = null)
    {
        binding ??= new NetTcpBinding(SecurityMode.None);
        var address = binding.Scheme == "net.pipe"
            ? $"net.pipe://localhost/test/{Guid.NewGuid()}" : $"{binding.Scheme}://127.0.0.1:0/greet";
        Host = host;
        Endpoint = host.AddServiceEndpoint(typeof(T), binding, address);
        change?.Invoke(host);
        host.Open();
        Address = new(host.ChannelDispatchers[0].Listener.Uri);
        Factory = new(client ?? binding, Address);
    }

    internal ServiceHost Host { get; }

    internal ServiceEndpoint Endpoint { get; }

    internal EndpointAddress Address { get; }

    internal ChannelFactory<T> Factory { get; }


    public void Dispose()
    {
        Factory.Abort();
        Host.Abort();
    }
}
