#nullable disable

using System.Collections.Generic;
using SfPerf.Fabric.ProgrammingModel;
using SfPerf.Fabric.ProgrammingModel.Gateway;

namespace System.Fabric;

/// <summary>
/// A client of the cluster's gateway. Any number of threads may use one; keep it, do not make one per call.
/// </summary>
public sealed partial class FabricClient : IDisposable
{
    private readonly GatewayClient _gateway;

    /// <summary>Connects to the cluster that runs this process, or else to the local one at its usual port.</summary>
    public FabricClient()
        : this([])
    {
    }

    public FabricClient(FabricClientSettings settings)
        : this(settings, [])
    {
    }

    /// <param name="hostEndpoints">host:port of client endpoints; those that do not answer are passed over.</param>
    public FabricClient(params string[] hostEndpoints)
        : this(new FabricClientSettings(), hostEndpoints)
    {
    }

    public FabricClient(FabricClientSettings settings, params string[] hostEndpoints)
    {
        ArgumentNullException.ThrowIfNull(settings);
        _gateway = new GatewayClient(Endpoints(hostEndpoints), settings.ConnectionInitializationTimeout);
        QueryManager = new QueryClient(_gateway);
        ServiceManager = new ServiceManagementClient(_gateway);
        ApplicationManager = new ApplicationManagementClient(_gateway);
        HealthManager = new HealthClient(_gateway);
        TestManager = new TestManagementClient(_gateway);
    }

    public FabricClient(SecurityCredentials credential, params string[] hostEndpoints)
        : this(credential, new FabricClientSettings(), hostEndpoints)
    {
    }

    public FabricClient(SecurityCredentials credential, FabricClientSettings settings, params string[] hostEndpoints)
        : this(settings, hostEndpoints)
    {
        if (credential is { AreEmpty: false })
        {
            throw new FabricException(
                $"Credentials of type {credential.CredentialType} were given, but the local cluster listens on " +
                "loopback without security. Use a constructor without credentials, or ones that name no certificate.",
                FabricErrorCode.InvalidCredentials);
        }
    }

    public QueryClient QueryManager { get; }

    public ServiceManagementClient ServiceManager { get; }

    public ApplicationManagementClient ApplicationManager { get; }

    public HealthClient HealthManager { get; }

    public TestManagementClient TestManager { get; }

    /// <summary>Ends it. Health reports that have not been sent yet are given up.</summary>
    public void Dispose()
    {
        HealthManager.Stop();
        _gateway.Dispose();
    }

    private static IReadOnlyList<string> Endpoints(string[] hostEndpoints) =>
        hostEndpoints is { Length: > 0 } ? hostEndpoints
        : RuntimeHost.Connected is { ClientEndpoints.Count: > 0 } host ? host.ClientEndpoints
        : ["localhost:19000"];
}
