using System.ServiceModel;

namespace SfPerf.Client.Scenarios.Concurrency;

/// <summary>The contract of the published measurement: nothing in, nothing out, an answer all the same.</summary>
[ServiceContract]
internal interface ISimple
{
    [OperationContract]
    void Put();
}
