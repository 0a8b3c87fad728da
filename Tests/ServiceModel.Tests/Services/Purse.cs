using System.Runtime.Serialization;

namespace SfPerf.ServiceModel.Tests.Services;

/// <summary>Tells a serializer what it holds, but cannot be made of it again.</summary>
[System.Serializable]
public sealed class Purse : ISerializable
{
    public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("Coins", 3);
}
