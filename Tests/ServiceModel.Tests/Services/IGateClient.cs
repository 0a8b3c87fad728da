using System.ServiceModel;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary><see cref="IGate"/> with calls that can be outstanding together.</summary>
[ServiceContract(Name = nameof(IGate))]
public interface IGateClient
{
    [OperationContract]
    Task<bool> PassAsync(bool stop);

    [OperationContract]
    Task<bool> PassTaskAsync(bool stop);

    [OperationContract(IsOneWay = true)]
    Task BreakAsync();

    [OperationContract]
    Task<string?> LeaveAsync(string value);
}
