using System;
using System.ServiceModel;

namespace SfPerf.ServiceModel.Tests.Services;

public sealed class PlainVisit : IPlainVisit
{
    public string ShowOut()
    {
        OperationContext.Current!.Channel!.Close();
        return "goodbye";
    }

    public string Stumble() => throw new InvalidOperationException();
}
