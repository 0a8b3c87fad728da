using System;
using System.Linq;
using System.ServiceModel;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Services.Communication.Wcf;
using SfPerf.Contracts;
using SfPerf.DriverContracts;
using SfPerf.LoadDriver.Runs;

namespace SfPerf.LoadDriver.Tests;

/// <summary>A load driver behind a real net.tcp listener, with a test's store, and a client of it.</summary>
internal sealed class RunningDriver : IAsyncDisposable
{
    private readonly ServiceHost _host;
    private readonly ChannelFactory<ILoadDriver> _factory;

    public RunningDriver(TestTarget target)
    {
        Runs = new RunTable(_ => target, TimeProvider.System);
        _host = new ServiceHost(new DriverContract(Runs, new Uri("fabric:/Test/Store")));
        var endpoint = _host.AddServiceEndpoint(
            typeof(ILoadDriver), WcfUtility.CreateTcpListenerBinding(), "net.tcp://127.0.0.1:0/driver");
        endpoint.ListenUriMode = System.ServiceModel.Description.ListenUriMode.Unique;
        _host.Open();
        var address = _host.ChannelDispatchers.Single().Listener!.Uri;
        _factory = new ChannelFactory<ILoadDriver>(WcfUtility.CreateTcpClientBinding(), new EndpointAddress(address));
        Client = _factory.CreateChannel();
    }

    public RunTable Runs { get; }

    public ILoadDriver Client { get; }

    public static RunRequest Request(long writes = 1000, long reads = 500) => new()
    {
        ServiceName = "fabric:/Test/Store", Seed = 7, OperationTimeoutMilliseconds = 10_000, VerifyReads = true,
        Specifications = new TestSpecifications
        {
            NumItems = 10, OperationDataSizeInBytes = 64,
            NumWriteOperationsTotal = writes, NumReadOperationsTotal = reads,
            NumOutstandingWriteOperations = 4, NumOutstandingReadOperations = 2,
        },
    };

    /// <summary>Polls as a client does until the phase under way has ended.</summary>
    public async Task<RunProgress> EndOfPhaseAsync(string runId)
    {
        for (long version = 0; ;)
        {
            var progress = await Client.GetProgressAsync(runId, version, 10_000);
            if (progress.State != RunState.Running)
                return progress;
            version = progress.Version;
        }
    }

    public async ValueTask DisposeAsync()
    {
        await Runs.DisposeAsync();
        _factory.Abort();
        _host.Abort();
    }
}
