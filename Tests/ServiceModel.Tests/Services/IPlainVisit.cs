using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>A session without callbacks that its service may end.</summary>
[ServiceContract]
public interface IPlainVisit
{
    [OperationContract]
    string ShowOut();

    [OperationContract]
    string Stumble();
}
