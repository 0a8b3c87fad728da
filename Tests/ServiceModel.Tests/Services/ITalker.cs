using System.ServiceModel;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Tests.Services;

[ServiceContract(CallbackContract = typeof(IListener))]
public interface ITalker
{
    [OperationContract]
    string Ask(string text);

    [OperationContract]
    Task<string> AskLaterAsync(string text);

    [OperationContract]
    void Shout(string text);
}
