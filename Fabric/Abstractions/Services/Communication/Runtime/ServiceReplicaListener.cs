#nullable disable

using System;
using System.Fabric;

namespace Microsoft.ServiceFabric.Services.Communication.Runtime;

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
