using System;
using System.Collections.Generic;
using System.Runtime.Serialization;
using System.ServiceModel;
using System.Threading.Tasks;
using Microsoft.ServiceFabric.Actors;
using Microsoft.ServiceFabric.Services.Remoting;

namespace SfPerf.Tests.Words;

/// <summary>Adds. Also compiled into the tests, as all of this file: they call it from another process.</summary>
[ServiceContract]
public interface ICalculator
{
    [OperationContract]
    Task<double> Add(double n1, double n2);
}

/// <summary>Keeps what was said.</summary>
public interface IChat : IService
{
    Task AddMessageAsync(Message message);

    Task<IEnumerable<KeyValuePair<DateTime, Message>>> GetMessagesAsync();

    Task ClearMessagesAsync();
}

/// <summary>A message, without attributes of a serializer.</summary>
public sealed class Message
{
    public string Name { get; set; } = "";

    public string MessageText { get; set; } = "";
}

/// <summary>An object that moves by itself.</summary>
public interface IVisualObject : IActor
{
    Task<string> GetStateAsJsonAsync();
}

/// <summary>Keeps messages for one who is away.</summary>
public interface IVoicemailBox : IActor
{
    Task<List<Voicemail>> GetMessagesAsync();

    Task<string> GetGreetingAsync();

    Task LeaveMessageAsync(string message);

    Task DeleteMessageAsync(Guid messageId);
}

/// <summary>A message that was left.</summary>
[DataContract]
public sealed class Voicemail
{
    [DataMember]
    public Guid Id { get; set; }

    [DataMember]
    public string Message { get; set; } = "";
}
