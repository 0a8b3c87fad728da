using System.ServiceModel;
using System.Threading.Tasks;

namespace SfPerf.Client.Scenarios.Concurrency;

/// <summary><see cref="ISharedWork"/> as its client sees it: many calls outstanding need no thread each.</summary>
[ServiceContract(Name = nameof(ISharedWork))]
internal interface ISharedWorkClient
{
    [OperationContract]
    Task BlockAsync(int milliseconds);

    [OperationContract]
    Task DelayAsync(int milliseconds);
}
