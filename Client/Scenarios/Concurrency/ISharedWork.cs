using System.ServiceModel;
using System.Threading.Tasks;

namespace SfPerf.Client.Scenarios.Concurrency;

/// <summary>The operations of the shared channel, as the service sees them.</summary>
[ServiceContract]
internal interface ISharedWork
{
    /// <summary>Keeps its thread for the time.</summary>
    [OperationContract]
    void Block(int milliseconds);

    /// <summary>Ends after the time and keeps no thread.</summary>
    [OperationContract]
    Task DelayAsync(int milliseconds);
}
