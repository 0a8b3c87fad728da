using System.Collections.Generic;
using System.ServiceModel;
using System.Threading.Tasks;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>A contract whose names on the wire need care.</summary>
[ServiceContract(Namespace = "urn:box")]
public interface IBox<T>
{
    [OperationContract(Name = "put <é> & take")]
    [return: MessageParameter(Name = "what came out")]
    T Put([MessageParameter(Name = "1st")] T value);

    [OperationContract(AsyncPattern = true)]
    Task<T> TakeAsync();

    [OperationContract]
    [FaultContract(typeof(string[]), Namespace = "urn:elsewhere")]
    [FaultContract(typeof(List<int>), Name = "too <many>")]
    void Break(bool inParts);
}
