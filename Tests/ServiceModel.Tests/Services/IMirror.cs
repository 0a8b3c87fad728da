using System.ServiceModel;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>A contract whose operations tell what they see of their calls.</summary>
[ServiceContract(Namespace = "urn:mirror")]
public interface IMirror
{
    /// <summary>Gives back the text of a header; "none" without one.</summary>
    [OperationContract]
    string Header(string name);

    [OperationContract]
    Task<string> HeaderAfterWaitAsync(string name);

    /// <summary>Gives back a header that is a data contract.</summary>
    [OperationContract]
    Item ItemOfHeader(string name);

    /// <summary>Puts the text into a header of the reply.</summary>
    [OperationContract]
    void Answer(string text);

    [OperationContract]
    int Divide(int number, int by, out int rest);

    [OperationContract]
    void Refuse();

    [OperationContract(IsOneWay = true)]
    void Note(string text);
}
