using System;
using System.Runtime.Serialization;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>An exception that tells a serializer itself what it holds, as exceptions did before data contracts.
/// </summary>
[Serializable]
public sealed class Overdrawn : Exception
{
    public Overdrawn(string message, int by)
        : base(message) => By = by;

#pragma warning disable SYSLIB0051, CS0672 // What exceptions of this kind have always called.
    private Overdrawn(SerializationInfo info, StreamingContext context)
        : base(info, context) => By = info.GetInt32("By");

    public int By { get; }

    public override void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        base.GetObjectData(info, context);
        info.AddValue("By", By);
    }
#pragma warning restore SYSLIB0051, CS0672
}
