using System.ServiceModel;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Tests.Services;

public interface IListener
{
    [OperationContract]
    string Say(string text);

    [OperationContract]
    Task<string> SayLaterAsync(string text);

    [OperationContract(IsOneWay = true)]
    void Hear(string text);
}
