#nullable disable

using System;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;

namespace Microsoft.ServiceFabric.Services.Communication.Runtime;

public interface ICommunicationListener
{
    Task CloseAsync(CancellationToken cancellationToken);

    Task<string> OpenAsync(CancellationToken cancellationToken);

    void Abort();
}

public sealed class ServiceInstanceListener
{
    public const string DefaultName = "";

    public ServiceInstanceListener(
        Func<StatelessServiceContext, ICommunicationListener> createCommunicationListener, string name = "")
    {
        ArgumentNullException.ThrowIfNull(createCommunicationListener);
        ArgumentNullException.ThrowIfNull(name);
        CreateCommunicationListener = createCommunicationListener;
        Name = name;
    }

    public Func<StatelessServiceContext, ICommunicationListener> CreateCommunicationListener { get; }

    public string Name { get; }
}

public sealed class ServiceReplicaListener
{
    public const string DefaultName = "";

    public ServiceReplicaListener(
        Func<StatefulServiceContext, ICommunicationListener> createCommunicationListener,
        string name = "",
        bool listenOnSecondary = false)
    {
        ArgumentNullException.ThrowIfNull(createCommunicationListener);
        ArgumentNullException.ThrowIfNull(name);
        CreateCommunicationListener = createCommunicationListener;
        Name = name;
        ListenOnSecondary = listenOnSecondary;
    }

    public Func<StatefulServiceContext, ICommunicationListener> CreateCommunicationListener { get; }

    public string Name { get; }

    public bool ListenOnSecondary { get; }
}
