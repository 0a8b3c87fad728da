#nullable disable

using System.Collections.Generic;
using SfPerf.Fabric.ProgrammingModel;
using SfPerf.Fabric.ProgrammingModel.Gateway;

namespace System.Fabric;

/// <summary>A client of the cluster's gateway: queries, services, applications, health and test faults.</summary>
/// <remarks>
/// <para>Any number of threads may use one; keep it, do not make one per call. It sends each request over HTTP to one
/// of its endpoints, the one that answered last first, and holds neither a session nor a cache.</para>
/// <para>The methods of its managers have some failures in common. A <see cref="FabricTransientException"/> says that
/// no gateway answers, that the cluster starts or stops, or that what was asked for is not ready: try again. A
/// <see cref="TimeoutException"/> says that no answer came in time: the request may have been carried out. An
/// <see cref="OperationCanceledException"/> says that the token was cancelled, which ends the wait and not what was
/// begun. An <see cref="ObjectDisposedException"/> says that the client was disposed of. Overloads without a timeout
/// wait for a minute unless they say otherwise.</para>
/// </remarks>
public sealed partial class FabricClient : IDisposable
{
    private readonly GatewayClient _gateway;

    /// <summary>
    /// Initializes a client for the cluster that runs this process, or else for the local one at localhost:19000.
    /// Nothing is connected before the first request.
    /// </summary>
    public FabricClient()
        : this([])
    {
    }

    /// <summary>
    /// Initializes a client with settings for the cluster that runs this process, or else for the local one at
    /// localhost:19000.
    /// </summary>
    /// <param name="settings">Read now.</param>
    /// <exception cref="ArgumentNullException">The settings are null.</exception>
    public FabricClient(FabricClientSettings settings)
        : this(settings, [])
    {
    }

    /// <summary>
    /// Initializes a client for a cluster at given endpoints. Nothing is connected before the first request.
    /// </summary>
    /// <param name="hostEndpoints">Client endpoints as host:port; those that do not answer are passed over. Null or
    /// none stands for the cluster that runs this process, else for localhost:19000.</param>
    /// <exception cref="ArgumentException">An endpoint is not host:port.</exception>
    public FabricClient(params string[] hostEndpoints)
        : this(new FabricClientSettings(), hostEndpoints)
    {
    }

    /// <summary>
    /// Initializes a client with settings for a cluster at given endpoints. Nothing is connected before the first
    /// request.
    /// </summary>
    /// <param name="settings">Read now.</param>
    /// <param name="hostEndpoints">Client endpoints as host:port; those that do not answer are passed over. Null or
    /// none stands for the cluster that runs this process, else for localhost:19000.</param>
    /// <exception cref="ArgumentException">An endpoint is not host:port.</exception>
    /// <exception cref="ArgumentNullException">The settings are null.</exception>
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

    /// <summary>Initializes a client with credentials, which must name no certificate.</summary>
    /// <param name="credential">Null, or credentials that are empty.</param>
    /// <param name="hostEndpoints">Client endpoints as host:port; null or none stands for the cluster that runs this
    /// process, else for localhost:19000.</param>
    /// <exception cref="ArgumentException">An endpoint is not host:port.</exception>
    /// <exception cref="FabricException">The credentials are not empty (<c>InvalidCredentials</c>): the local cluster
    /// has no security.</exception>
    public FabricClient(SecurityCredentials credential, params string[] hostEndpoints)
        : this(credential, new FabricClientSettings(), hostEndpoints)
    {
    }

    /// <summary>Initializes a client with credentials, which must name no certificate, and with settings.</summary>
    /// <param name="credential">Null, or credentials that are empty. Service Fabric connects with them; the local
    /// cluster listens on loopback without security.</param>
    /// <param name="settings">Read now.</param>
    /// <param name="hostEndpoints">Client endpoints as host:port; null or none stands for the cluster that runs this
    /// process, else for localhost:19000.</param>
    /// <exception cref="ArgumentException">An endpoint is not host:port.</exception>
    /// <exception cref="ArgumentNullException">The settings are null.</exception>
    /// <exception cref="FabricException">The credentials are not empty (<c>InvalidCredentials</c>).</exception>
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

    /// <summary>Gets lists of applications, services, partitions, replicas and nodes.</summary>
    public QueryClient QueryManager { get; }

    /// <summary>Creates, deletes, describes and resolves services.</summary>
    public ServiceManagementClient ServiceManager { get; }

    /// <summary>Creates and deletes application types and applications.</summary>
    public ApplicationManagementClient ApplicationManager { get; }

    /// <summary>Reports and reads health.</summary>
    public HealthClient HealthManager { get; }

    /// <summary>Lets partitions lose data, to test how services take it.</summary>
    public TestManagementClient TestManager { get; }

    /// <summary>
    /// Ends the client. Requests under way fail, and health reports that have not been sent yet are given up.
    /// </summary>
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
