using System.ServiceModel;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>Operations that meet one another: each waits until the wanted number runs at once.</summary>
[ServiceContract]
public interface ICounter
{
    [OperationContract]
    int Meet(int wanted, int milliseconds);

    [OperationContract]
    Task<int> MeetAsyncTask(int wanted, int milliseconds);

    [OperationContract]
    Task<byte[]> EchoAsync(byte[] bytes);

    [OperationContract]
    Task WaitAsync();

    [OperationContract]
    int Instance();
}
