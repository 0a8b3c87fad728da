using System;
using System.Collections.Generic;
using System.Diagnostics.CodeAnalysis;
using System.Fabric;
using System.Threading;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Communication.Runtime;
using Microsoft.ServiceFabric.Services.Communication.Wcf;
using Microsoft.ServiceFabric.Services.Communication.Wcf.Runtime;
using Microsoft.ServiceFabric.Services.Runtime;
using SfPerf.DriverContracts;
using SfPerf.LoadDriver.Runs;
using SfPerf.LoadDriver.Targets;

namespace SfPerf.LoadDriver;

/// <summary>Represents one load generator, reached over net.tcp.</summary>
[SuppressMessage("Design", "CA1001", Justification = "The runtime ends an instance with OnCloseAsync.")]
internal sealed class LoadDriverService : StatelessService
{
    private readonly RunTable _runs = new(TargetFactory.Create, TimeProvider.System);

    public LoadDriverService(StatelessServiceContext context)
        : base(context)
    {
    }

    protected override IEnumerable<ServiceInstanceListener> CreateServiceInstanceListeners()
    {
        // The endpoint's name is derived from the contract's: LoadDriverServiceEndpoint.
        yield return new ServiceInstanceListener(context => new WcfCommunicationListener<ILoadDriver>(
            context, new DriverContract(_runs, Target), WcfUtility.CreateTcpListenerBinding(),
            endpointResourceName: null));
    }

    // The original's calls do not name what they measure: it is the store of the same application.
    private Uri Target => new(Context.CodePackageActivationContext.ApplicationName + "/StatefulStore");

    protected override async Task OnCloseAsync(CancellationToken cancellationToken) =>
        await _runs.DisposeAsync().ConfigureAwait(false);
}
