#nullable disable

using System;
using System.Fabric;

namespace Microsoft.ServiceFabric.Services.Communication.Runtime;

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
